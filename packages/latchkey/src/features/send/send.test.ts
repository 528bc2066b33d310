import { describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { alice, bob, dollar, hash, sendKit } from '../../testing/sendKit.js'
import { update } from '../Kit.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { setSendAmount, setSendMax, setSendRecipient, setSendToken, toggleSendFiat } from './editSend.js'
import { followSent } from './followSent.js'
import { submitSend } from './submitSend.js'

describe('the fault of the form', () => {
  test.each([
    ['', bob, 'amountMissing'],
    ['0', bob, 'amountMissing'],
    ['-1', bob, 'amountInvalid'],
    ['1e3', bob, 'amountInvalid'],
    ['0.0000000000000000001', bob, 'amountInvalid'],
    ['2', bob, 'fundsMissing'],
    ['1', bob, 'feeFundsMissing'],
    ['0.5', '', 'recipientMissing'],
    ['0.5', '0x12', 'recipientInvalid'],
    ['0.5', bob, undefined],
  ])('%j to %j: %s', async (amount, text, fault) => {
    const { fill, plan } = await sendKit()
    await fill(amount, text)
    expect(plan()?.fault).toBe(fault)
  })

  test('a balance that could not be read is not taken for zero', async () => {
    const { kit, fill, plan } = await sendKit()
    await fill('0.5')
    update(kit, 'account', (state) => ({
      ...state,
      portfolios: {},
      balances: { [`eip155:1:${alice}`]: { status: 'error', amount: '0.00', symbol: 'ETH' } },
    }))
    expect(plan()).toMatchObject({ fault: 'balanceUnknown', sendable: { isUnknown: true } })
  })

  test('a fee that cannot be estimated keeps the form from being sent, and says why', async () => {
    const { fill, plan, state } = await sendKit({
      estimate: async () => {
        throw accountError('TRANSFER_REFUSED', { details: 'paused' })
      },
    })
    await fill('0.5')
    expect(plan()?.fault).toBe('feeMissing')
    expect(state().send?.fee).toMatchObject({ status: 'error', error: { code: 'TRANSFER_REFUSED' } })
  })
})

test('waits for the fee no longer than 12 s', async () => {
  const { kit, plan, settle } = await sendKit({ estimate: () => new Promise(() => {}) })
  setSendAmount(kit, { amount: '0.5' })
  setSendRecipient(kit, { text: bob })
  await settle()
  await kit.clock.advance(12_000)
  expect(kit.store.getState().send?.fee).toMatchObject({ error: { code: 'FEE_ESTIMATE_FAILED' } })
  expect(plan()?.fault).toBe('feeMissing')
})

test('an account whose fees somebody else may pay needs neither coin nor a known fee (spec §6)', async () => {
  const send = vi.fn<Transfers['send']>(async () => ({ kind: 'calls', id: '0x01' }))
  const estimate = async () => {
    throw accountError('INSUFFICIENT_FEE_FUNDS')
  }
  const provider = scriptedProvider({
    wallet_getCapabilities: { '0x1': { atomic: { status: 'supported' } } },
  })
  const { kit, fill, plan } = await sendKit({ estimate, send }, memoryStorage(), provider)
  await fill('1')
  expect(plan()?.fault).toBeUndefined()
  expect(await submitSend(kit)).toMatchObject({ kind: 'calls', id: '0x01' })
  expect(send.mock.calls[0]?.[0]).toMatchObject({ transfer: { units: 10n ** 18n }, asked: { kind: 'calls' } })
})

describe('the amount', () => {
  test('Max of the coin leaves the fee', async () => {
    const { kit, settle, plan } = await sendKit()
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(plan()?.transfer?.units).toBe(10n ** 18n - 21_000n * 10n ** 9n)
    expect(plan()?.fault).toBeUndefined()
  })

  test('Max of a token is the whole balance', async () => {
    const { kit, settle, plan } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    expect(plan()?.transfer).toEqual({ from: alice, to: bob, units: 12_500_000n, tokenAddress: dollar })
  })

  test('in dollars is read exactly, to the nearest base unit', async () => {
    const { kit, fill, plan } = await sendKit()
    toggleSendFiat(kit)
    await fill('3')
    expect(plan()?.units).toBe(1_500_000_000_000_000n)
  })

  test('is emptied when the visitor changes between dollars and the token', async () => {
    const { kit, fill, plan, state } = await sendKit()
    await fill('0.5')
    toggleSendFiat(kit)
    expect(state().send).toMatchObject({ isFiat: true, amount: '' })
    expect(plan()?.fault).toBe('amountMissing')
    await fill('0.000000000001')
    expect(plan()?.fault).toBe('amountInvalid')
    toggleSendFiat(kit)
    expect(state().send).toMatchObject({ isFiat: false, amount: '' })
  })

  test.each([
    ['en', '€5'],
    ['en', '$$5'],
    ['en', '5$5'],
    ['en', '$1.234,5'],
  ])('in %s, %j is no amount of the token, nor of dollars', async (tag, typed) => {
    const { kit, plan, state } = await sendKit()
    update(kit, 'locale', (locale) => ({ ...locale, tag: tag as typeof locale.tag }))
    setSendAmount(kit, { amount: typed, isFinal: true })
    expect(plan()?.fault).toBe('amountInvalid')
    expect(plan()?.units).toBeUndefined()
    expect(state().send).toMatchObject({ isFiat: false, amount: typed })
  })

  test('counts as dollars if it is pasted with a dollar mark, but not while it is typed', async () => {
    const { kit, plan, state } = await sendKit()
    setSendAmount(kit, { amount: '$5' })
    expect(plan()?.amountFault).toBe('malformed')
    setSendAmount(kit, { amount: '$5', isFinal: true })
    expect(state().send).toMatchObject({ isFiat: true, amount: '5' })
    expect(plan()?.units).toBe(2_500_000_000_000_000n)
  })

  test('in dollars is refused for a token without a price, also with a dollar mark', async () => {
    const { kit, plan, state } = await sendKit()
    update(kit, 'account', ({ portfolios, ...rest }) => ({ ...rest }))
    setSendAmount(kit, { amount: '$5', isFinal: true })
    expect(plan()).toMatchObject({ fault: 'amountInvalid', amountFault: 'malformed' })
    expect(state().send?.isFiat).toBe(false)
  })

  test.each([
    ['en', '$5', '5'],
    ['en', '$1,234.50', '1234.5'],
    ['de', '1.234,50 $', '1234,5'],
    ['de', '5 $', '5'],
    ['fr', '1\u202f234,50 $', '1234,5'],
    ['en', 'US$5', '5'],
  ])('of dollars, in %s, %j is understood as %s', async (tag, typed, shown) => {
    const { kit, plan, state } = await sendKit()
    update(kit, 'locale', (locale) => ({ ...locale, tag: tag as typeof locale.tag }))
    toggleSendFiat(kit)
    setSendAmount(kit, { amount: typed, isFinal: true })
    expect(plan()?.amountFault).toBeUndefined()
    expect(plan()?.units).toBe(shown.startsWith('5') ? 2_500_000_000_000_000n : 617_250_000_000_000_000n)
    expect(state().send?.amount).toBe(shown)
  })

  test.each([
    ['en', '$$5', 'malformed'],
    ['en', '5$5', 'malformed'],
    ['en', '€5', 'malformed'],
    ['de', '$1,234.50', 'grouping'],
    ['en', '1 000', 'grouping'],
  ])('of dollars, in %s, %j is refused', async (tag, typed, fault) => {
    const { kit, plan } = await sendKit()
    update(kit, 'locale', (locale) => ({ ...locale, tag: tag as typeof locale.tag }))
    toggleSendFiat(kit)
    setSendAmount(kit, { amount: typed, isFinal: true })
    expect(plan()?.amountFault).toBe(fault)
  })

  test('in dollars is refused for a token without a price', async () => {
    const { kit, fill, plan } = await sendKit()
    update(kit, 'account', ({ portfolios, ...rest }) => ({ ...rest }))
    toggleSendFiat(kit)
    await fill('1')
    expect(plan()).toMatchObject({ fault: 'amountInvalid', amountFault: 'malformed' })
  })

  test.each([
    ['en', '1,5', 'grouping'],
    ['de', '1,5', 1_500_000n],
    ['de', '1.5', 'grouping'],
    ['de', '0.5', 500_000n],
    ['de', '1,234', 1_234_000n],
    ['en', '1.234', 1_234_000n],
    ['en', '1,234', 1_234_000_000n],
    ['de', '1.234', 1_234_000_000n],
    ['en', '1 000', 'grouping'],
    ['en', '1.234,5', 'grouping'],
    ['en', '1,234.5', 1_234_500_000n],
    ['de', '1.234,5', 1_234_500_000n],
    ['fr', '1\u202f234,5', 1_234_500_000n],
    ['ar', '١٬٢٣٤٫٥', 1_234_500_000n],
    ['ar', '1.5', 1_500_000n],
    ['fa', '۱٫۵', 1_500_000n],
    ['hi', '12,34,567.5', 1_234_567_500_000n],
    ['en', '1٢', 'malformed'],
    ['en', '1 5', 'grouping'],
  ])('in %s, %j is %s', async (tag, typed, meant) => {
    const { kit, plan } = await sendKit()
    update(kit, 'locale', (locale) => ({ ...locale, tag: tag as typeof locale.tag }))
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    setSendAmount(kit, { amount: typed })
    expect(typeof meant === 'bigint' ? plan()?.units : plan()?.amountFault).toBe(meant)
  })
})

describe('sending', () => {
  test('asks the wallet once, however often it is called', async () => {
    let take = (_: { kind: 'transaction'; id: string }) => {}
    const { kit, fill, transfers, state } = await sendKit({
      send: vi.fn<Transfers['send']>(() => new Promise((resolve) => (take = resolve))),
    })
    await fill('0.5')
    const [first, second] = [submitSend(kit), submitSend(kit)]
    await vi.waitFor(() => expect(transfers.send).toHaveBeenCalledTimes(1))
    expect(state().send?.isWaiting).toBe(true)
    take({ kind: 'transaction', id: hash })
    expect(await first).toBe(await second)
    expect(transfers.send).toHaveBeenCalledTimes(1)
    expect(state().send).toMatchObject({ amount: '', isWaiting: false })
  })

  test('a refusal leaves the form as it is', async () => {
    const rejected = walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } })
    const { kit, fill, state } = await sendKit({
      send: async () => {
        throw rejected
      },
    })
    const events: unknown[] = []
    kit.events.subscribe((event) => events.push(event))
    await fill('0.5')
    await expect(submitSend(kit)).rejects.toBe(rejected)
    const told = { network: 'eip155:1', token: 'ETH', message: 'REQUEST_REJECTED' }
    expect(events).toEqual([{ type: 'SEND_ERROR', ...told }])
    expect(state().send).toMatchObject({
      amount: '0.5',
      text: bob,
      isWaiting: false,
      error: { code: 'REQUEST_REJECTED' },
    })
    expect(state().account.sent ?? []).toEqual([])
  })

  test.each([
    ['chain', { networkId: 'eip155:10', addresses: [alice] }, 'WALLET_NETWORK_DIFFERS'],
    ['account', { networkId: 'eip155:1', addresses: [bob] }, 'WALLET_ACCOUNT_DIFFERS'],
  ] as const)('does not ask a wallet that has moved to another %s without an event', async (_, now, code) => {
    const { kit, fill, transfers, state } = await sendKit({ walletState: async () => now })
    await fill('0.5')
    await expect(submitSend(kit)).rejects.toMatchObject({ code })
    expect(transfers.send).not.toHaveBeenCalled()
    expect(state().send).toMatchObject({ isWaiting: false, error: { code } })
  })

  test.each([
    ['throws -32603', walletError('WALLET_ANSWER_UNCLEAR')],
    ['answers a malformed hash', walletError('WALLET_ANSWER_INVALID')],
    ['throws something', new Error('?')],
    [
      'says that a request is open already',
      walletError('REQUEST_ALREADY_PENDING', { slots: { wallet: 'W' } }),
    ],
  ])('does not ask a wallet again that %s, because it may have sent', async (_, error) => {
    const { kit, fill, transfers, state } = await sendKit({
      send: vi.fn<Transfers['send']>(async () => {
        throw error
      }),
    })
    await fill('0.5')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_ALREADY_PENDING' })
    expect(transfers.send).toHaveBeenCalledTimes(1)
    expect(state().send).toMatchObject({ isWaiting: false })
    expect(state().intent?.open).toMatchObject([{ status: 'unknown' }])
  })

  test('error: SEND_FAILED for a form that cannot be sent', async () => {
    const { kit, fill, transfers } = await sendKit()
    await fill('5')
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_FAILED' })
    expect(transfers.send).not.toHaveBeenCalled()
  })

  test('follows a sent transfer after a reload until it is confirmed', async () => {
    const storage = memoryStorage()
    const before = await sendKit({}, storage)
    await before.fill('0.5')
    await submitSend(before.kit)
    const after = await sendKit({}, storage)
    await followSent(after.kit)
    expect(after.transfers.status).toHaveBeenCalledTimes(1)
    expect(after.state().account.sent).toMatchObject([
      { id: hash, status: 'confirmed', units: String(5n * 10n ** 17n) },
    ])
  })

  test('keeps a transfer pending while no node answers, and calls it lost after 30 min and three looks without a node that knows it', async () => {
    const status = vi.fn<Transfers['status']>(async () => {
      throw new Error('down')
    })
    const { kit, fill, state } = await sendKit({ status })
    await fill('0.5')
    await submitSend(kit)
    await followSent(kit)
    expect(state().account.sent).toMatchObject([{ status: 'pending' }])
    status.mockImplementation(async () => ({ status: 'pending', hash }))
    await kit.clock.advance(31 * 60_000)
    for (let look = 0; look < 2; look++) {
      await followSent(kit)
      expect(state().account.sent).toMatchObject([{ status: 'pending' }])
      await kit.clock.advance(60_000)
    }
    await followSent(kit)
    expect(state().account.sent).toMatchObject([{ status: 'lost' }])
  })
})

test('a switch to another chain family empties the form (spec §4); a switch within the family does not', async () => {
  const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })
  const coin = { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
  const networks = [mockNetwork(1, coin), mockNetwork(10, coin), solana] as const
  const { kit, fill, state } = await sendKit({}, memoryStorage(), {}, { networks })
  await fill('0.5')
  await switchNetwork(kit, { networkId: 'eip155:1' })
  expect(state().send).toMatchObject({ amount: '0.5', text: bob })
  await switchNetwork(kit, { networkId: 'solana:main' })
  expect(state().send).toMatchObject({ amount: '', text: '', recipient: { status: 'empty' } })
})
