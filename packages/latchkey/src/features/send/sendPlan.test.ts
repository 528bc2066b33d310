import { describe, expect, test } from 'vitest'
import type { Balance } from '../../protocol/entities/Balance.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { bob, dollar, sendKit } from '../../testing/sendKit.js'
import { accountOf } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { setSendMax, setSendRecipient, setSendToken } from './editSend.js'
import { isDollarText, type Sendable, sendablesOf, sendPlanOf, understoodAmount } from './sendPlan.js'

type Parts = { tokens?: readonly Partial<Balance>[]; balance?: { amount: string; symbol: string } }

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
  test('is what the list has, the coin by the name that its network gives it', async () => {
    const wrapped = { ...ether, name: 'Some Ether' }
    expect(await sendables({ tokens: [usd, wrapped] })).toEqual([token, { ...coin, units: 10n ** 18n }])
  })

  test.each([
    ['counts otherwise', { ...ether, quantity: { decimals: '8', numeric: '1' } }],
    ['has another name', { ...ether, symbol: 'WETH' }],
  ])('a coin that %s is not believed: the chain’s own balance counts', async (_, listed) => {
    const balance = { amount: '0.25', symbol: 'ETH' }
    expect(await sendables({ tokens: [listed, usd], balance })).toEqual([
      { ...coin, units: 25n * 10n ** 16n },
      token,
    ])
  })

  test('two coins are none: neither is believed', async () => {
    const more = { ...ether, quantity: { decimals: '18', numeric: '9' } }
    expect(await sendables({ tokens: [ether, more, usd] })).toEqual([{ ...coin, units: 0n }, token])
  })

  test('a token whose amount cannot be read is left out', async () => {
    const unread = { ...usd, quantity: { decimals: '6', numeric: 'many' } }
    expect(await sendables({ tokens: [ether, unread] })).toEqual([{ ...coin, units: 10n ** 18n }])
  })

  test('where no list answers, the coin with its balance; with none of another token, or that cannot be read', async () => {
    const balance = { amount: '2', symbol: 'ETH' }
    expect(await sendables({ balance })).toEqual([{ ...coin, units: 2n * 10n ** 18n }])
    expect(await sendables({ balance: { ...balance, symbol: 'USD' } })).toEqual([{ ...coin, units: 0n }])
    expect(await sendables({ balance: { ...balance, amount: 'much' } })).toEqual([{ ...coin, units: 0n }])
    expect(await sendables({})).toEqual([{ ...coin, units: 0n }])
  })
})

describe('the plan', () => {
  test('is none while nobody is connected, or where the network is not known', async () => {
    expect(sendPlanOf(createTestKit().store.getState())).toBeUndefined()
    const { kit, plan } = await sendKit()
    update(kit, 'network', (network) => ({ ...network, networks: [] }))
    expect(plan()).toBeUndefined()
  })

  test('of a token that the account does not have says so, and sends nothing', async () => {
    const { kit, fill, plan } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${bob}` })
    await fill('1')
    expect(plan()).toMatchObject({ fault: 'noToken', sendable: { token: { symbol: 'ETH' } } })
    expect(plan()?.transfer).toBeUndefined()
  })

  test('has a transfer only of something, to somebody', async () => {
    const { fill, plan } = await sendKit()
    await fill('0')
    expect(plan()?.transfer).toBeUndefined()
    await fill('')
    expect(plan()?.transfer).toBeUndefined()
    await fill('0.5', '')
    expect(plan()?.transfer).toBeUndefined()
  })

  test('without an amount nothing is wrong with how it is written but that it is missing', async () => {
    const { fill, plan } = await sendKit()
    await fill('')
    expect(plan()).toMatchObject({ fault: 'amountMissing', amountFault: 'empty' })
    await fill('x')
    expect(plan()).toMatchObject({ fault: 'amountInvalid', amountFault: 'malformed' })
  })

  test.each([
    ['less', { numeric: '0.000020999999999999' }],
    ['as much', { numeric: '0.000021' }],
  ])('Max of a coin of which there is %s than the fee leaves nothing', async (_, quantity) => {
    const { kit, settle, plan } = await sendKit()
    tell(kit, { tokens: [{ ...ether, quantity: { decimals: '18', ...quantity } }] })
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(plan()).toMatchObject({ units: 0n, fault: 'feeFundsMissing' })
    expect(plan()?.transfer).toBeUndefined()
  })

  test('what the fee leaves may be sent to the last unit, and no more', async () => {
    const { fill, plan } = await sendKit()
    await fill('0.999979')
    expect(plan()?.fault).toBeUndefined()
    await fill('0.999979000000000001')
    expect(plan()?.fault).toBe('feeFundsMissing')
  })

  test('a token may be sent whole, where the coin pays the fee', async () => {
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
])('in %s, %j is understood as it would be typed: isFiat %s, %j', (locale, text, isFiat, shown) => {
  const sendable: Sendable = { token: usd as Balance, decimals: 18, units: 1n }
  expect(understoodAmount(text, sendable, isFiat, locale)).toBe(shown)
})

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
])('in %s, %j is dollars by its mark: %s', (locale, text, isDollars) => {
  const sendable: Sendable = { token: usd as Balance, decimals: 6, units: 1n }
  expect(isDollarText(text, sendable, locale)).toBe(isDollars)
  expect(isDollarText(text, { ...sendable, token: { ...usd, price: 0 } as Balance }, locale)).toBe(false)
})

test('an amount before any list was asked for is of the coin', async () => {
  const { kit, plan } = await sendKit()
  update(kit, 'account', ({ portfolios, ...state }) => state)
  expect(plan()?.sendable.token).toMatchObject({
    symbol: 'ETH',
    quantity: { decimals: '18', numeric: '0' },
  })
})
