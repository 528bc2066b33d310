import { describe, expect, test } from 'vitest'
import { update } from '../../features/Kit.js'
import { readTarget } from '../../features/send/readTarget.js'
import { solana as mainnet } from '../../networks/others.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { paymentLinks } from './paymentLinks.js'
import { solana } from './solana.js'

const recipient = 'So11111111111111111111111111111111111111112'
const token = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const parse = (query: string) => paymentLinks.parse(`${recipient}${query}`)
const paying = (more: object) => ({ status: 'ok', request: { namespace: 'solana', recipient, ...more } })

describe('a link of Solana Pay', () => {
  test.each<[string, object]>([
    ['', {}],
    ['?', {}],
    ['?amount=1', { units: 1_000_000_000n }],
    ['?amount=12.5', { units: 12_500_000_000n }],
    ['?amount=0.000000001', { units: 1n }],
    ['?label=Shop&message=Thanks%20a%20lot', {}],
    ['?label=Open?&amount=1', { units: 1_000_000_000n }],
    [`?spl-token=${token}`, { tokenAddress: token }],
    [`?label=Shop&spl-token=${token}`, { tokenAddress: token }],
    // Its decimals are the chain's, so its amount stays in whole tokens.
    [`?amount=1.5&spl-token=${token}`, { tokenAddress: token, amount: '1.5' }],
    [`?spl-token=${token}&amount=0.0000000001`, { tokenAddress: token, amount: '0.0000000001' }],
  ])('with %s is understood', (query, request) => {
    expect(parse(query)).toEqual(paying(request))
  })

  const unreadable = ['1e3', '1.', '.5', '-1', '+1', '1,5', ' 1', '1 ', '', '0x1']

  test.each([...unreadable, '0.0000000001'])('with the amount %j is refused', (amount) => {
    expect(parse(`?amount=${encodeURIComponent(amount)}`)).toEqual({ status: 'refused', reason: 'amount' })
  })

  test.each(unreadable)('with the amount %j of a token is refused', (amount) => {
    expect(parse(`?amount=${encodeURIComponent(amount)}&spl-token=${token}`)).toEqual({
      status: 'refused',
      reason: 'amount',
    })
  })

  test.each([
    ['?reference=abc', 'reference'],
    ['?memo=abc', 'memo'],
    ['?label=a&memo=abc', 'memo'],
    ['?amount=1&amount=1', 'amount'],
    ['?label=a&label=b', 'label'],
    [`?amount=1&spl-token=${token}&memo=abc`, 'memo'],
  ])('with %s asks for more than a payment, and is refused', (query, detail) => {
    expect(parse(query)).toEqual({ status: 'refused', reason: 'unsupported', detail })
  })

  test.each(['0x12', '', `${token}x`, 'https://shop.example'])(
    'with %j for a token is refused',
    (address) => {
      expect(parse(`?spl-token=${address}`)).toEqual({ status: 'refused', reason: 'malformed' })
    },
  )

  test.each([
    ['https://shop.example/pay', 'unsupported'],
    ['HTTPS%3A%2F%2Fshop.example', 'unsupported'],
    ['http://shop.example/pay', 'malformed'],
    ['to:https://shop.example', 'malformed'],
    ['', 'malformed'],
    ['?amount=1', 'malformed'],
  ])('%s, to no address, is refused', (rest, reason) => {
    expect(paymentLinks.parse(rest)).toEqual({ status: 'refused', reason })
  })
})

test('an address has 32 to 44 characters of base58, and nothing else', () => {
  for (const address of [recipient, '1'.repeat(32), 'z'.repeat(44)])
    expect(paymentLinks.faultOf(address)).toBeUndefined()
  const wrong = [
    '1'.repeat(31),
    '1'.repeat(45),
    `${'1'.repeat(32)}0`,
    `O${'1'.repeat(32)}`,
    `${'1'.repeat(32)}l`,
  ]
  for (const address of [...wrong, `I${'1'.repeat(32)}`, ` ${recipient}`, `${recipient}\n`])
    expect(paymentLinks.faultOf(address)).toBe('malformed')
})

test('receiving shows a link with the address', () => {
  expect(paymentLinks.scheme).toBe('solana')
  expect(paymentLinks.make({ networkId: 'solana:x', address: recipient })).toBe(`solana:${recipient}`)
})

test("in a kit, an amount of a token is reckoned with the token's decimals, and a token that is not held is named", () => {
  const { caipNetworkId: networkId } = mainnet
  const caipAddress = `${networkId}:${recipient}` as const
  const account = { namespace: 'solana', networkId, address: recipient, caipAddress, addresses: [recipient] }
  const kit = createTestKit({ adapters: [solana()], networks: [mainnet] })
  const held = { name: 'Dollar', symbol: 'USD', chainId: networkId, price: 1, iconUrl: '' }
  const quantity = { decimals: '6', numeric: '12.5' }
  const tokens = [{ ...held, address: `${networkId}:${token}` as const, quantity }]
  update(kit, 'account', (state) => ({
    ...state,
    portfolios: { [caipAddress]: { status: 'success' as const, tokens } },
  }))
  const paste = (query: string) =>
    readTarget(kit, paymentLinks, `solana:${recipient}?${query}`, {
      ...account,
      connectorId: 'mock',
    } as never)
  const form = () => kit.store.getState().send

  expect(paste(`spl-token=${recipient}&amount=1.5`)).toEqual({ reason: 'linkToken', detail: recipient })
  expect(paste(`spl-token=${token}&amount=0.0000001`)).toEqual({ reason: 'linkAmount' })
  expect(form()).toBeUndefined()
  expect(paste(`spl-token=${token}&amount=1.50`)).toEqual({ address: recipient })
  expect(form()).toMatchObject({ text: recipient, token: `${networkId}:${token}`, amount: '1.5' })
})
