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
  test('has everything that the form and the chain say about a transfer of the coin', async () => {
    const { kit, fill } = await sendKit()
    await fill('0.5')
    const intent = await makeIntent(kit)
    expect(intent).toEqual({ ...coin, madeAt: kit.clock.now() })
    expect(transferOf(intent)).toEqual({ from: alice, to: bob, units: 5n * 10n ** 17n })
    expect('iconUrl' in intent).toBe(false)
  })

  test('has the contract of a token, and the price of the coin that pays the fee', async () => {
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
    ['marked as unverified', false, true],
    ['not marked', true, undefined],
  ])('of a token is %s if isVerified is %s', async (_, isVerified, isUnverified) => {
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
    'Max of %s: whether the intent is marked as the rest of the coin',
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
  ] as const)('asks the network for the fee of %s', async (_, token, isMax, units) => {
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

  test.each([true, undefined] as const)('is marked as unstored if the form is: %s', async (isUnstored) => {
    const { kit, fill } = await sendKit()
    await fill('0.5')
    ofForm(kit, { isUnstored })
    expect((await makeIntent(kit)).isUnstored).toBe(isUnstored)
  })

  test('has the fee as the network says it, with or without terms and a kept amount', async () => {
    const firm = { most: gwei, about: '5', kept: '3', terms: { gasLimit: '21000' } }
    const { kit, fill } = await sendKit(saying(firm))
    await fill('0.5')
    expect(kit.store.getState().send?.fee).toEqual({ status: 'ready', ...form })
    expect((await makeIntent(kit)).fee).toStrictEqual(firm)
  })

  test("has the balance without the network's fee for Max of the coin", async () => {
    const { kit, settle } = await sendKit(saying({ most: gwei, about: '5', kept: '7' }))
    setSendRecipient(kit, { text: bob })
    setSendMax(kit)
    await settle()
    expect(await makeIntent(kit)).toMatchObject({ units: String(10n ** 18n - 10n ** 9n - 7n), isRest: true })
  })

  test('has no fee if it cannot be estimated and somebody else may pay it', async () => {
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

  test("throws if the network's fee is more than the account has left", async () => {
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
  ])('throws for Max of the coin if the fee takes %s', async (_, most) => {
    const { kit, settle } = await sendKit(saying({ most: String(most), about: '5' }))
    setSendRecipient(kit, { text: bob })
    setSendMax(kit)
    await settle()
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
    // Whoever else pays the fee: nothing would be sent.
    ofForm(kit, { isFeeUnchecked: true })
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'INSUFFICIENT_FEE_FUNDS' })
  })

  test('may send the last unit of the coin that the fee leaves', async () => {
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
    '%s may be sent if the coin is exactly enough for the fee, and not if it is less',
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
  ])('adds the warning of a contract to %j: %j', async (known, told) => {
    const { kit, fill } = await sendKit({ facts: async () => ({ isContract: true }) })
    await fill('0.5')
    const recipient = kit.store.getState().send?.recipient
    ofForm(kit, { recipient: { ...recipient, warnings: known } as never })
    expect(await makeIntent(kit)).toMatchObject({ recipient: { warnings: told } })
  })

  test.each([[[]], [['contract']]])('tells a contract without a key from others: %j', async (known) => {
    const { kit, fill } = await sendKit({ facts: async () => ({ isContract: true, isKeyless: true }) })
    await fill('0.5')
    const recipient = kit.store.getState().send?.recipient
    ofForm(kit, { recipient: { ...recipient, warnings: known } as never })
    expect(await makeIntent(kit)).toMatchObject({ recipient: { warnings: ['keyless'] } })
  })
})

describe('no intent is made', () => {
  test('without an account', async () => {
    await expect(makeIntent(createTestKit())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  test('for a form with a fault, and the error names the fault', async () => {
    const { kit, fill } = await sendKit()
    await fill('2')
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'SEND_FAILED', details: 'fundsMissing' })
  })

  test('if the chain family cannot send', async () => {
    const { kit, fill } = await sendKit()
    await fill('0.5')
    const [adapter] = kit.adapters.values()
    kit.adapters.set('eip155', { ...adapter, transfers: undefined } as never)
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'SEND_FAILED', details: 'no transfer' })
    kit.adapters.delete('eip155')
    await expect(makeIntent(kit)).rejects.toMatchObject({ code: 'SEND_FAILED', details: 'no transfer' })
  })

  test('for a token whose contract cannot be read', async () => {
    const { kit, fill } = await sendKit({ facts: async () => ({ isContract: false }) })
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    await fill('1')
    await expect(makeIntent(kit)).rejects.toMatchObject({
      code: 'TOKEN_DECIMALS_DIFFER',
      details: 'undefined and 6',
    })
  })

  test('if the chain does not answer within 12 s', async () => {
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
