import { describe, expect, test, vi } from 'vitest'
import type { FeeQuote, Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Balance } from '../../protocol/entities/Balance.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { alice, bob, dollar, sendKit } from '../../testing/sendKit.js'
import { type Kit, update } from '../Kit.js'
import { setSendMax, setSendRecipient, setSendToken } from './editSend.js'
import { makeIntent } from './makeIntent.js'
import { initialSendState, type SendState } from './state.js'
import { transferOf } from './transferOf.js'

const ofForm = (kit: Kit, change: Partial<SendState>) =>
  update(kit, 'send', (form) => ({ ...(form ?? initialSendState), ...change }))

function ofTokens(kit: Kit, change: Partial<Balance>) {
  update(kit, 'account', (state) => ({
    ...state,
    portfolios: Object.fromEntries(
      Object.entries(state.portfolios ?? {}).map(([address, portfolio]) => [
        address,
        { ...portfolio, tokens: portfolio?.tokens.map((token) => ({ ...token, ...change })) ?? [] },
      ]),
    ) as never,
  }))
}

const coin = {
  id: expect.any(String),
  kind: 'transfer',
  networkId: 'eip155:1',
  account: alice,
  connectorId: 'mock',
  wallet: 'Mock Wallet',
  recipient: { address: bob, warnings: ['firstTime'] },
  units: '500000000000000000',
  symbol: 'ETH',
  decimals: 18,
  price: 2000,
  coinPrice: 2000,
  fee: { most: '21000000000000', about: '1000000000000', terms: { gasLimit: '21000' } },
  isRest: false,
  isAtomic: false,
  facts: { isContract: false },
}

describe('an intent', () => {
  test('holds all that the form and the chain say of some of the coin', async () => {
    const { kit, fill } = await sendKit()
    await fill('0.5')
    const intent = await makeIntent(kit)
    expect(intent).toEqual({ ...coin, madeAt: kit.clock.now() })
    expect(transferOf(intent)).toEqual({ from: alice, to: bob, units: 5n * 10n ** 17n })
    expect('iconUrl' in intent).toBe(false)
  })

  test('of a token has its contract, and the price of the coin that pays the fee', async () => {
    const { kit, fill } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    await fill('1.5')
    ofTokens(kit, { iconUrl: 'https://icons.example/usd.png' })
    expect(await makeIntent(kit)).toMatchObject({
      units: '1500000',
      symbol: 'USD',
      decimals: 6,
      tokenAddress: dollar,
      iconUrl: 'https://icons.example/usd.png',
      price: 1,
      coinPrice: 2000,
      facts: { token: { decimals: 6 } },
    })
  })

  test.each([
    ['says that it is unverified', false, true],
    ['says nothing of it', true, undefined],
  ])('of a token %s where isVerified is %s', async (_, isVerified, isUnverified) => {
    const { kit, fill } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    await fill('1.5')
    ofTokens(kit, { isVerified })
    const intent = await makeIntent(kit)
    expect(intent.isUnverified).toBe(isUnverified)
    expect('isUnverified' in intent).toBe(!isVerified)
  })

  test.each([
    ['the coin', undefined, false, true],
    ['a token', `eip155:1:${dollar}`, false, false],
  ] as const)(
    'Max of %s: whether it is the rest of what pays the fee',
    async (_, token, isAtomic, isRest) => {
      const { kit, settle } = await sendKit()
      if (token !== undefined) setSendToken(kit, { token })
      setSendMax(kit)
      setSendRecipient(kit, { text: bob })
      await settle()
      expect(await makeIntent(kit)).toMatchObject({ isAtomic, isRest })
    },
  )

  const form: FeeQuote = { most: '2', about: '1' }
  /** A node that says so, and a service that told the form otherwise. */
  const saying = (firm: FeeQuote): Partial<Transfers> => ({
    estimate: async ({ isFirm }) => (isFirm === true ? firm : form),
  })
  const gwei = String(10n ** 9n)

  test.each([
    ['0.5 of the coin', undefined, false, 5n * 10n ** 17n],
    ['all of the coin', undefined, true, 1n],
    ['all of a token', `eip155:1:${dollar}`, true, 12_500_000n],
  ] as const)('the network is asked what %s costs to send', async (_, token, isMax, units) => {
    const { kit, fill, transfers } = await sendKit()
    if (token !== undefined) setSendToken(kit, { token })
    await fill('0.5')
    if (isMax) setSendMax(kit)
    const { fee } = await makeIntent(kit)
    expect(vi.mocked(transfers.estimate).mock.lastCall?.[0]).toMatchObject({
      isFirm: true,
      transfer: { from: alice, to: bob, units },
    })
    expect('kept' in (fee ?? {})).toBe(false)
  })

  test.each([true, undefined] as const)(
    'says that nothing of it can be stored, where that is so: %s',
    async (isUnstored) => {
      const { kit, fill } = await sendKit()
      await fill('0.5')
      ofForm(kit, { isUnstored })
      expect((await makeIntent(kit)).isUnstored).toBe(isUnstored)
    },
  )

  test('a fee is what the network itself says, with or without terms and what is kept', async () => {
    const firm = { most: gwei, about: '5', kept: '3', terms: { gasLimit: '21000' } }
    const { kit, fill } = await sendKit(saying(firm))
    await fill('0.5')
    expect(kit.store.getState().send?.fee).toEqual({ status: 'ready', ...form })
    expect((await makeIntent(kit)).fee).toStrictEqual(firm)
  })

  test("all of the coin is what the network's own fee leaves of it", async () => {
    const { kit, settle } = await sendKit(saying({ most: gwei, about: '5', kept: '7' }))
    setSendRecipient(kit, { text: bob })
    setSendMax(kit)
    await settle()
    expect(await makeIntent(kit)).toMatchObject({ units: String(10n ** 18n - 10n ** 9n - 7n), isRest: true })
  })

  test('a fee that nobody can tell is none, where somebody else may pay it', async () => {
    const estimate: Transfers['estimate'] = async ({ isFirm }) => {
      if (isFirm === true) throw accountError('FEE_ESTIMATE_FAILED')
      return form
    }
    const { kit, fill } = await sendKit({ estimate })
    await fill('0.5')
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'FEE_ESTIMATE_FAILED' })
    ofForm(kit, { isFeeUnchecked: true })
    expect((await makeIntent(kit)).fee).toBeUndefined()
  })

  test("error: the network's own fee is more than the account has left", async () => {
    const { kit, fill } = await sendKit(saying({ most: String(6n * 10n ** 17n), about: '5' }))
    await fill('0.5')
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
    ofForm(kit, { isMax: true, amount: '' })
    expect(await makeIntent(kit)).toMatchObject({ units: String(4n * 10n ** 17n) })
  })

  const whole = 10n ** 18n

  test.each([
    ['all that is there', whole],
    ['more than is there', whole + 1n],
  ])('error: of all of the coin the fee leaves nothing, as it takes %s', async (_, most) => {
    const { kit, settle } = await sendKit(saying({ most: String(most), about: '5' }))
    setSendRecipient(kit, { text: bob })
    setSendMax(kit)
    await settle()
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
    // Whoever else pays the fee: nothing would be sent.
    ofForm(kit, { isFeeUnchecked: true })
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
  })

  test('the last unit of the coin may be all that the fee leaves', async () => {
    const { kit, settle } = await sendKit(saying({ most: String(whole - 1n), about: '5' }))
    setSendRecipient(kit, { text: bob })
    setSendMax(kit)
    await settle()
    expect((await makeIntent(kit)).units).toBe('1')
  })

  test.each([
    ['some of the coin', undefined, '0.5', whole / 2n],
    ['a token', `eip155:1:${dollar}`, '1.5', whole],
  ] as const)(
    '%s may be sent with the last of the coin for the fee, and not with more',
    async (_, token, amount, most) => {
      const firm = { most: String(most), about: '5' }
      const { kit, fill, transfers } = await sendKit(saying(firm))
      if (token !== undefined) setSendToken(kit, { token })
      await fill(amount)
      expect((await makeIntent(kit)).fee).toEqual(firm)
      vi.mocked(transfers).estimate = saying({ ...firm, most: String(most + 1n) }).estimate as never
      await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
      ofForm(kit, { isFeeUnchecked: true })
      expect((await makeIntent(kit)).fee?.most).toBe(String(most + 1n))
    },
  )

  test.each([
    [[], ['contract']],
    [['contract'], ['contract']],
    [['token'], ['token']],
    [['new'], ['new', 'contract']],
  ])('a contract that %j does not tell of is told of: %j', async (known, told) => {
    const { kit, fill } = await sendKit({ facts: async () => ({ isContract: true }) })
    await fill('0.5')
    const recipient = kit.store.getState().send?.recipient
    ofForm(kit, { recipient: { ...recipient, warnings: known } as never })
    expect(await makeIntent(kit)).toMatchObject({ recipient: { warnings: told } })
  })
})

describe('no intent is made', () => {
  test('while nobody is connected', async () => {
    await expect(makeIntent(createTestKit())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test('of a form with a fault, which is named', async () => {
    const { kit, fill } = await sendKit()
    await fill('2')
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'SEND_FAILED', details: 'fundsMissing' })
  })

  test('where the family cannot send', async () => {
    const { kit, fill } = await sendKit()
    await fill('0.5')
    const [adapter] = kit.adapters.values()
    kit.adapters.set('eip155', { ...adapter, transfers: undefined } as never)
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'SEND_FAILED', details: 'no transfer' })
    kit.adapters.delete('eip155')
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'SEND_FAILED', details: 'no transfer' })
  })

  test('of a token that its contract says nothing of', async () => {
    const { kit, fill } = await sendKit({ facts: async () => ({ isContract: false }) })
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    await fill('1')
    await expect(makeIntent(kit)).rejects.toMatchObject({
      code: 'TOKEN_DECIMALS_DIFFER',
      details: 'undefined and 6',
    })
  })

  test('where the chain says nothing for 12 s', async () => {
    const { kit, fill } = await sendKit({ facts: () => new Promise(() => {}) })
    await fill('0.5')
    const made = makeIntent(kit)
    const refused = expect(made).rejects.toMatchObject({
      code: 'SERVICE_TIMED_OUT',
      slots: { service: 'Chain 1' },
    })
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    await kit.clock.advance(12_000)
    await refused
  })
})
