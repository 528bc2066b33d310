import { describe, expect, test } from 'vitest'
import { fallbackBalance } from '../../protocol/constants.js'
import { alice, bob, dollar, sendKit } from '../../testing/sendKit.js'
import { accountOf } from '../account/state.js'
import { update } from '../Kit.js'
import { sendPlanOf } from './sendPlan.js'
import { initialSendState, type SendState } from './state.js'

const usd = `eip155:1:${dollar}` as const
const coinOf = (numeric: string, address?: string) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  iconUrl: '',
  price: 2000,
  quantity: { decimals: '18', numeric },
  ...(address === undefined ? {} : { address }),
})
const token = {
  ...coinOf('12.5', usd),
  name: 'Dollar',
  symbol: 'USD',
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
}

type Holdings = {
  /** What the list of the service has; absent where it does not answer. */
  readonly tokens?: readonly object[]
  /** What the chain says of the coin. */
  readonly balance?: object
  readonly locale?: string
}

const good: Partial<SendState> = {
  amount: '0.5',
  recipient: { status: 'valid', address: bob, warnings: [] },
  fee: { status: 'ready', most: '21000000000000', about: '1' },
}

/** The plan of a form that could be sent, but for what is changed of it. */
async function planOf(form: Partial<SendState>, holdings: Holdings = {}) {
  const { kit } = await sendKit()
  const {
    balance,
    locale = 'en',
    tokens = balance === undefined ? [coinOf('1'), token] : undefined,
  } = holdings
  const caipAddress = accountOf(kit.store.getState())?.caipAddress ?? ''
  const account = {
    balances: balance === undefined ? {} : { [caipAddress]: balance },
    ...(tokens === undefined ? {} : { portfolios: { [caipAddress]: { status: 'success', tokens } } }),
  }
  update(kit, 'account', () => account as never)
  update(kit, 'locale', (state) => ({ ...state, tag: locale }))
  update(kit, 'send', () => ({ ...initialSendState, ...good, ...form }))
  return sendPlanOf(kit.store.getState())
}

const unread = { status: 'error', symbol: 'ETH', amount: fallbackBalance }
const unknownFee: SendState['fee'] = { status: 'error', error: { code: 'UNKNOWN' } as never }
const dearFee: SendState['fee'] = { status: 'error', error: { code: 'INSUFFICIENT_FEE_FUNDS' } as never }
const lookalike = { status: 'valid', address: bob, warnings: ['lookalike'], lookalike: alice } as const

describe('what keeps a form from being sent', () => {
  test.each<[string, Partial<SendState>, string | undefined]>([
    ['nothing', {}, undefined],
    ['an amount of nothing', { amount: '0' }, 'amountMissing'],
    ['no amount', { amount: '' }, 'amountMissing'],
    ['an amount that cannot be read', { amount: 'x' }, 'amountInvalid'],
    ['more than there is', { amount: '1.1' }, 'fundsMissing'],
    ['no recipient', { recipient: { status: 'empty' } }, 'recipientMissing'],
    ['a recipient that is looked for', { recipient: { status: 'pending' } }, 'recipientInvalid'],
    ['an invalid one', { recipient: { status: 'invalid', reason: 'malformed' } }, 'recipientInvalid'],
    ['one that looks like another', { recipient: lookalike }, 'recipientUnconfirmed'],
    ['a fee that is reckoned', { fee: { status: 'pending' } }, 'feeMissing'],
    ['a fee that nobody knows', { fee: unknownFee }, 'feeMissing'],
    ['a fee that the node says cannot be paid', { fee: dearFee }, 'feeFundsMissing'],
  ])('%s', async (_, form, fault) => {
    expect((await planOf(form))?.fault).toBe(fault)
  })

  test.each<[string, Partial<SendState>]>([
    ['that nobody knows', { fee: unknownFee }],
    ['that is reckoned', { fee: { status: 'pending' } }],
    ['that cannot be paid', { fee: dearFee }],
    ['that is more than is left', { amount: '1' }],
  ])('a fee %s does not, if somebody else may pay it', async (_, form) => {
    expect((await planOf({ ...form, isFeeUnchecked: true }))?.fault).toBeUndefined()
  })

  test('the amount that must stay in the account counts like the fee', async () => {
    const fee = { status: 'ready', most: '1', about: '1', kept: '2' } as const
    expect((await planOf({ amount: '0.999999999999999997', fee }))?.fault).toBeUndefined()
    expect((await planOf({ amount: '0.999999999999999998', fee }))?.fault).toBe('feeFundsMissing')
  })

  describe('the locked part of the coin', () => {
    const balance = { status: 'success', symbol: 'ETH', amount: '1', locked: '0.7' }
    const fee = { status: 'ready', most: '1', about: '1', kept: String(7n * 10n ** 17n) } as const

    test('is not available, and an amount above the rest is refused before the fee is known', async () => {
      const pending = { fee: { status: 'pending' } } as const
      expect((await planOf({ amount: '0.3', ...pending }, { balance }))?.fault).toBe('feeMissing')
      const plan = await planOf({ amount: '0.300000000000000001', ...pending }, { balance })
      expect(plan).toMatchObject({ fault: 'fundsMissing', available: 3n * 10n ** 17n })
    })

    test('is not called a missing fee, also where the service lists the whole balance', async () => {
      const holdings = { balance, tokens: [coinOf('1'), token] }
      expect((await planOf({ amount: '0.5', fee }, holdings))?.fault).toBe('fundsMissing')
      expect((await planOf({ amount: '0.3', fee }, holdings))?.fault).toBe('feeFundsMissing')
    })

    test('is left by Max, with the fee and without it', async () => {
      const whole = { isMax: true, amount: '' }
      expect((await planOf({ ...whole, fee }, { balance }))?.units).toBe(3n * 10n ** 17n - 1n)
      expect((await planOf({ ...whole, fee: { status: 'idle' } }, { balance }))?.units).toBe(3n * 10n ** 17n)
      // More was locked after the fee was read.
      const older = { ...fee, kept: '1' }
      expect((await planOf({ ...whole, fee: older }, { balance }))?.units).toBe(3n * 10n ** 17n)
    })

    test('leaves nothing to send where all is locked, and no token is less for it', async () => {
      const all = { balance: { ...balance, locked: '2' }, tokens: [coinOf('1'), token] }
      expect(await planOf({ isMax: true, amount: '', fee }, all)).toMatchObject({
        fault: 'fundsMissing',
        available: 0n,
      })
      expect((await planOf({ token: usd, amount: '12.5', isFeeUnchecked: true }, all))?.fault).toBeUndefined()
    })
  })

  test('a balance of the coin that could not be read', async () => {
    expect(await planOf({}, { balance: unread })).toMatchObject({
      fault: 'balanceUnknown',
      sendable: { isUnknown: true, token: { quantity: { decimals: '18', numeric: '0.00' } } },
    })
    expect((await planOf({ isFeeUnchecked: true }, { balance: unread }))?.fault).toBe('balanceUnknown')
  })

  test.each([
    ['that was read', { ...unread, status: 'success' }],
    ['that is known from before', { ...unread, amount: '0.1' }],
  ])('a balance %s is known to be too small', async (_, balance) => {
    const plan = await planOf({}, { balance })
    expect(plan?.fault).toBe('fundsMissing')
    expect('isUnknown' in (plan?.sendable ?? {})).toBe(false)
  })

  test('a token if the balance of the coin for its fee is unknown', async () => {
    const holdings = { balance: unread, tokens: [token] }
    const form = { token: usd, amount: '1' }
    expect((await planOf(form, holdings))?.fault).toBe('balanceUnknown')
    expect((await planOf({ ...form, isFeeUnchecked: true }, holdings))?.fault).toBeUndefined()
  })
})

describe('what is sent', () => {
  test('is the coin if no token is chosen, even if a token is listed first or the coin has an address', async () => {
    const coin = coinOf('1', `eip155:1:0x${'e'.repeat(40)}`)
    const plan = await planOf({}, { tokens: [token, coin] })
    expect(plan).toMatchObject({ sendable: { token: { symbol: 'ETH' } }, fault: undefined })
    expect(plan?.transfer).toStrictEqual({ from: alice, to: bob, units: 5n * 10n ** 17n })
  })

  test('is the chosen token, by its contract', async () => {
    expect((await planOf({ token: usd, amount: '2' }))?.transfer).toStrictEqual({
      from: alice,
      to: bob,
      units: 2_000_000n,
      tokenAddress: dollar,
    })
  })

  test("has the wallet's facts about the account", async () => {
    const { kit } = await sendKit()
    const facts = { address: alice, type: 'smartAccount' } as const
    update(kit, 'connection', (state) => {
      const { mock } = state.connections
      const eip155 = { ...mock?.namespaces.eip155, accounts: [facts] }
      return { ...state, connections: { mock: { ...mock, namespaces: { eip155 } } } } as never
    })
    update(kit, 'send', () => ({ ...initialSendState, ...good }))
    expect(sendPlanOf(kit.store.getState())?.transfer?.sender).toEqual(facts)
  })

  test('is nothing without a valid recipient', async () => {
    expect((await planOf({ recipient: { status: 'pending' } }))?.transfer).toBeUndefined()
  })

  test.each([
    ['the coin', undefined, 10n ** 18n - 21_000n * 10n ** 9n],
    ['a token', usd, 12_500_000n],
  ])('Max of %s is the whole balance without the fee that is paid in it', async (_, chosen, units) => {
    expect((await planOf({ token: chosen, isMax: true, amount: '' }))?.units).toBe(units)
  })

  test('Max of the coin is the whole balance while the fee is unknown', async () => {
    const plan = await planOf({ isMax: true, amount: '', fee: { status: 'pending' } })
    expect(plan).toMatchObject({ units: 10n ** 18n, fault: 'feeMissing' })
  })
})

describe('an amount in dollars', () => {
  test.each([
    ['en', '$5.25', 2_625_000_000_000_000n],
    ['de', '5,25', 2_625_000_000_000_000n],
  ])('in %s, %s is converted to the coin', async (locale, amount, units) => {
    expect(await planOf({ amount, isFiat: true }, { locale })).toMatchObject({ units, fault: undefined })
  })

  test('that cannot be read has a fault', async () => {
    expect(await planOf({ amount: '', isFiat: true })).toMatchObject({ amountFault: 'empty' })
  })

  test('is malformed for a coin without a price', async () => {
    const plan = await planOf({ amount: '5', isFiat: true }, { tokens: [{ ...coinOf('1'), price: 0 }] })
    expect(plan).toMatchObject({ fault: 'amountInvalid', amountFault: 'malformed', units: undefined })
  })
})
