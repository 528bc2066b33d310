import { describe, expect, test } from 'vitest'
import { accountError } from '../../protocol/accountErrors.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { alice, bob, dollar, sendKit } from '../../testing/sendKit.js'
import { accountOf } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { setSendMax, setSendRecipient, setSendToken } from './editSend.js'
import { isDollarText, type Sendable, sendablesOf, sendPlanOf, understoodAmount } from './sendPlan.js'
import { initialSendState, type SendState } from './state.js'

type Parts = {
  tokens?: readonly Partial<Balance>[]
  balance?: { amount: string; symbol: string; status?: string }
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

/** Sets parts of the form as if the kit had found them out. */
const change = (kit: Kit, parts: Partial<SendState>) =>
  update(kit, 'send', (send = initialSendState) => ({ ...send, ...parts }))

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

describe('the balance of the coin', () => {
  test.each([
    [true, { status: 'error', amount: '0.00', symbol: 'ETH' }],
    [undefined, { status: 'success', amount: '0.00', symbol: 'ETH' }],
    [undefined, { status: 'error', amount: '0.5', symbol: 'ETH' }],
  ])('is unknown: %s, if the kit has %j', async (isUnknown, balance) => {
    const { kit, plan } = await sendKit()
    tell(kit, { tokens: [usd], balance })
    expect(plan()?.coin.isUnknown).toBe(isUnknown)
  })

  test('keeps a token from being sent while it is unknown, unless somebody else may pay the fee', async () => {
    const { kit, fill, plan } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    await fill('1')
    tell(kit, { tokens: [usd], balance: { status: 'error', amount: '0.00', symbol: 'ETH' } })
    expect(plan()).toMatchObject({ fault: 'balanceUnknown', coin: { isUnknown: true } })
    change(kit, { isFeeUnchecked: true })
    expect(plan()?.fault).toBeUndefined()
  })
})

describe('the fee', () => {
  test('includes what the network keeps besides', async () => {
    const { kit, fill, plan } = await sendKit({
      estimate: async () => ({ most: String(10n ** 17n), about: '1', kept: String(2n * 10n ** 17n) }),
    })
    await fill('0.7')
    expect(plan()?.fault).toBeUndefined()
    await fill('0.700000000000000001')
    expect(plan()?.fault).toBe('feeFundsMissing')
    setSendMax(kit)
    expect(plan()?.units).toBe(7n * 10n ** 17n)
  })

  test('that the node says the account cannot pay keeps the form from being sent', async () => {
    const estimate = async () => {
      throw accountError('INSUFFICIENT_FEE_FUNDS')
    }
    const { kit, fill, plan } = await sendKit({ estimate })
    await fill('0.5')
    expect(plan()?.fault).toBe('feeFundsMissing')
    change(kit, { isFeeUnchecked: true })
    expect(plan()?.fault).toBeUndefined()
  })

  test('is not compared with the balance if somebody else may pay it', async () => {
    const { kit, fill, plan } = await sendKit()
    await fill('1')
    expect(plan()?.fault).toBe('feeFundsMissing')
    change(kit, { isFeeUnchecked: true })
    expect(plan()?.fault).toBeUndefined()
  })

  test('keeps the form from being sent while it is unknown; Max shows the whole balance until then', async () => {
    const { kit, settle, plan } = await sendKit({ estimate: () => new Promise(() => {}) })
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(plan()).toMatchObject({ units: 10n ** 18n, fault: 'feeMissing' })
  })
})

test('the transfer has the facts that the wallet tells about the account, if there are any', async () => {
  const { kit, fill, plan } = await sendKit()
  await fill('0.5')
  expect(plan()?.transfer).not.toHaveProperty('sender')
  expect(plan()?.transfer).not.toHaveProperty('tokenAddress')
  const facts = { address: alice, type: 'eoa' }
  update(kit, 'connection', (state) => ({
    ...state,
    connections: {
      mock: {
        connectorId: 'mock',
        namespaces: {
          eip155: {
            addresses: [alice],
            accounts: [facts],
            networkId: 'eip155:1',
            approvedNetworkIds: 'all',
          },
        },
      },
    },
  }))
  expect(plan()?.transfer).toMatchObject({ sender: facts })
})

test.each([
  ['pending', { status: 'pending' }, 'recipientInvalid'],
  ['invalid', { status: 'invalid', reason: 'malformed' }, 'recipientInvalid'],
  ['empty', { status: 'empty' }, 'recipientMissing'],
  [
    'like a known one and not confirmed',
    { status: 'valid', address: bob, warnings: [], lookalike: alice },
    'recipientUnconfirmed',
  ],
] as const)('a recipient that is %s keeps the form from being sent', async (_, recipient, fault) => {
  const { kit, fill, plan } = await sendKit()
  await fill('0.5')
  change(kit, { recipient })
  expect(plan()?.fault).toBe(fault)
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
  expect(plan()?.fault).toBe('feeFundsMissing')
  expect(plan()?.transfer).toBeUndefined()
})
