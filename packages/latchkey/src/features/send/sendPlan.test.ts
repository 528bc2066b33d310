import { describe, expect, test } from 'vitest'
import type { Balance } from '../../protocol/entities/Balance.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { bob, dollar, sendKit } from '../../testing/sendKit.js'
import { accountOf } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { setSendMax, setSendRecipient, setSendToken } from './editSend.js'
import { isDollarText, type Sendable, sendablesOf, sendPlanOf, understoodAmount } from './sendPlan.js'

type Parts = {
  tokens?: readonly Partial<Balance>[]
  balance?: { amount: string; symbol: string }
}

/** Tells the kit what the account has: of the list, and of the chain. */
function tell(kit: Kit, { tokens, balance }: Parts) {
  const caipAddress = accountOf(kit.store.getState())?.caipAddress ?? 'eip155:1:0x'
  update(
    kit,
    'account',
    (state) =>
      ({
        ...state,
        balances: balance === undefined ? {} : { [caipAddress]: balance },
        portfolios: tokens === undefined ? {} : { [caipAddress]: { status: 'success', tokens } },
      }) as never,
  )
}

const of = (more: Partial<Balance>): Partial<Balance> => ({
  chainId: 'eip155:1',
  iconUrl: '',
  price: 1,
  ...more,
})
const ether = of({ name: 'Ether', symbol: 'ETH', quantity: { decimals: '18', numeric: '1' } })
const usd = of({
  name: 'Dollar',
  symbol: 'USD',
  address: `eip155:1:${dollar}`,
  quantity: { decimals: '6', numeric: '12.5' },
})

async function sendables(parts: Parts) {
  const { kit } = await sendKit()
  tell(kit, parts)
  const state = kit.store.getState()
  const plan = sendPlanOf(state)
  if (plan === undefined) throw new Error('not connected')
  return sendablesOf(state, plan.account, plan.network).map(({ token, decimals, units, contract }) => ({
    symbol: token.symbol,
    name: token.name,
    iconUrl: token.iconUrl,
    decimals,
    units,
    contract,
  }))
}

const coin = { symbol: 'ETH', name: 'Ether', iconUrl: '', decimals: 18, contract: undefined }
const token = {
  symbol: 'USD',
  name: 'Dollar',
  iconUrl: '',
  decimals: 6,
  units: 12_500_000n,
  contract: dollar,
}

describe('what can be sent', () => {
  test('is everything in the list, with the coin under the name that its network gives it', async () => {
    const wrapped = { ...ether, name: 'Some Ether' }
    expect(await sendables({ tokens: [usd, wrapped] })).toEqual([token, { ...coin, units: 10n ** 18n }])
  })

  test.each([
    ['has other decimals', { ...ether, quantity: { decimals: '8', numeric: '1' } }],
    ['has another symbol', { ...ether, symbol: 'WETH' }],
  ])("uses the chain's balance of the coin if the list's coin %s", async (_, listed) => {
    const balance = { amount: '0.25', symbol: 'ETH' }
    expect(await sendables({ tokens: [listed, usd], balance })).toEqual([
      { ...coin, units: 25n * 10n ** 16n },
      token,
    ])
  })

  test('ignores the coins of a list that has two', async () => {
    const more = { ...ether, quantity: { decimals: '18', numeric: '9' } }
    expect(await sendables({ tokens: [ether, more, usd] })).toEqual([{ ...coin, units: 0n }, token])
  })

  test('leaves out a token whose amount cannot be read', async () => {
    const unread = { ...usd, quantity: { decimals: '6', numeric: 'many' } }
    expect(await sendables({ tokens: [ether, unread] })).toEqual([{ ...coin, units: 10n ** 18n }])
  })

  test("is the coin with the chain's balance if there is no list; that is 0 if it is of another token or unreadable", async () => {
    const balance = { amount: '2', symbol: 'ETH' }
    expect(await sendables({ balance })).toEqual([{ ...coin, units: 2n * 10n ** 18n }])
    expect(await sendables({ balance: { ...balance, symbol: 'USD' } })).toEqual([{ ...coin, units: 0n }])
    expect(await sendables({ balance: { ...balance, amount: 'much' } })).toEqual([{ ...coin, units: 0n }])
    expect(await sendables({})).toEqual([{ ...coin, units: 0n }])
  })
})

describe('the plan', () => {
  test('does not exist without an account or for an unknown network', async () => {
    expect(sendPlanOf(createTestKit().store.getState())).toBeUndefined()
    const { kit, plan } = await sendKit()
    update(kit, 'network', (network) => ({ ...network, networks: [] }))
    expect(plan()).toBeUndefined()
  })

  test('has the fault "noToken" for a token that the account does not have', async () => {
    const { kit, fill, plan } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${bob}` })
    await fill('1')
    expect(plan()).toMatchObject({ fault: 'noToken', sendable: { token: { symbol: 'ETH' } } })
    expect(plan()?.transfer).toBeUndefined()
  })

  test('has a transfer only with an amount and a recipient', async () => {
    const { fill, plan } = await sendKit()
    await fill('0')
    expect(plan()?.transfer).toBeUndefined()
    await fill('')
    expect(plan()?.transfer).toBeUndefined()
    await fill('0.5', '')
    expect(plan()?.transfer).toBeUndefined()
  })

  test('tells an empty amount from a malformed one', async () => {
    const { fill, plan } = await sendKit()
    await fill('')
    expect(plan()).toMatchObject({ fault: 'amountMissing', amountFault: 'empty' })
    await fill('x')
    expect(plan()).toMatchObject({ fault: 'amountInvalid', amountFault: 'malformed' })
  })

  test.each([
    ['less than the fee', { numeric: '0.000020999999999999' }],
    ['equal to the fee', { numeric: '0.000021' }],
  ])('Max is nothing if the balance of the coin is %s', async (_, quantity) => {
    const { kit, settle, plan } = await sendKit()
    tell(kit, { tokens: [{ ...ether, quantity: { decimals: '18', ...quantity } }] })
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(plan()).toMatchObject({ units: 0n, fault: 'feeFundsMissing' })
    expect(plan()?.transfer).toBeUndefined()
  })

  test('allows the balance without the fee, and not one unit more', async () => {
    const { fill, plan } = await sendKit()
    await fill('0.999979')
    expect(plan()?.fault).toBeUndefined()
    await fill('0.999979000000000001')
    expect(plan()?.fault).toBe('feeFundsMissing')
  })

  test('allows the whole balance of a token if the coin is enough for the fee', async () => {
    const { kit, fill, plan } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    await fill('12.5')
    expect(plan()?.fault).toBeUndefined()
    await fill('12.500001')
    expect(plan()?.fault).toBe('fundsMissing')
    tell(kit, { tokens: [{ ...ether, quantity: { decimals: '18', numeric: '0.00001' } }, usd] })
    await fill('1')
    expect(plan()?.fault).toBe('feeFundsMissing')
  })
})

test.each([
  ['en', '1.5', false, '1.5'],
  ['en', ' 1.50 ', false, ' 1.50 '],
  ['en', '007', false, '007'],
  ['en', '1,234.5', false, '1234.5'],
  ['en', '1,234', false, '1234'],
  ['en', '١٢٫٥', false, '12.5'],
  ['de', '1,5', false, '1,5'],
  ['de', '0.5', false, '0,5'],
  ['de', '1.234,5', false, '1234,5'],
  ['en', 'many', false, 'many'],
  ['en', '$5.25', true, '5.25'],
  ['en', '5.2500000', true, '5.2500000'],
  ['en', '5.5$', true, '5.5'],
])(
  'in %s, the form shows what was understood of %j (in dollars: %s) as %j',
  (locale, text, isFiat, shown) => {
    const sendable: Sendable = { token: usd as Balance, decimals: 18, units: 1n }
    expect(understoodAmount(text, sendable, isFiat, locale)).toBe(shown)
  },
)

test.each([
  ['en', '$5', true],
  ['en', ' US$5', true],
  ['en', '5$', true],
  ['en', '5 us$ ', true],
  ['de', '5,25 $', true],
  ['en', '5', false],
  ['en', '5$5', false],
  ['en', 'x$5', false],
  ['en', '5$x', false],
  ['en', '$', false],
])('in %s, %j counts as dollars by its mark: %s', (locale, text, isDollars) => {
  const sendable: Sendable = { token: usd as Balance, decimals: 6, units: 1n }
  expect(isDollarText(text, sendable, locale)).toBe(isDollars)
  expect(isDollarText(text, { ...sendable, token: { ...usd, price: 0 } as Balance }, locale)).toBe(false)
})

test("before any list was asked for, the coin has no price, no picture and its network's name", async () => {
  const { kit, plan } = await sendKit()
  update(kit, 'account', ({ portfolios, ...state }) => state)
  expect(plan()?.sendable).toEqual({
    token: {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      price: 0,
      quantity: { decimals: '18', numeric: '0' },
      iconUrl: '',
    },
    decimals: 18,
    units: 0n,
  })
})

test('without a form that was opened, the plan is for the coin, and the amount is missing', async () => {
  const { kit, plan } = await sendKit()
  update(kit, 'send', () => undefined)
  expect(plan()).toMatchObject({ fault: 'amountMissing', amountFault: 'empty', coin: { units: 10n ** 18n } })
})

test('Max of a token of which the account has none leaves nothing to send', async () => {
  const { kit, settle, plan } = await sendKit()
  tell(kit, { tokens: [ether, { ...usd, quantity: { decimals: '6', numeric: '0' } }] })
  setSendToken(kit, { token: `eip155:1:${dollar}` })
  setSendMax(kit)
  setSendRecipient(kit, { text: bob })
  await settle()
  expect(plan()?.fault).toBe('fundsMissing')
  expect(plan()?.transfer).toBeUndefined()
})
