import { describe, expect, test, vi } from 'vitest'
import { transfers as evm } from '../../adapters/eip155/transfers.js'
import { currentView } from '../../core/router.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Asked, Transfers } from '../../core/transfers.js'
import type { CaipAddress } from '../../protocol/caip.js'
import { walletError } from '../../protocol/walletErrors.js'
import { mockSession } from '../../testing/mockConnector.js'
import { alice, bob, dollar, hash, sendKit as makeKit } from '../../testing/sendKit.js'
import type { Portfolio } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { resetView } from '../modal/navigate.js'
import { openModal } from '../modal/openModal.js'
import { beginSend, setSendRecipient, setSendToken, toggleSendFiat } from './editSend.js'
import { giveUp } from './giveUp.js'
import { leaveReview, reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

describe.each([
  ['open', {}, (kit: Kit) => openModal(kit, { view: { name: 'WalletSend' } })],
  ['embedded', { enableEmbedded: true }, (kit: Kit) => resetView(kit, { name: 'WalletSend' })],
])('in a modal that is %s', (_, mode, show) => {
  const sendKit: typeof makeKit = (overrides, storage, provider, config, info) =>
    makeKit(overrides, storage, provider, { ...mode, ...config }, info)

  async function reviewed(...parameters: Parameters<typeof sendKit>) {
    const made = await sendKit(...parameters)
    show(made.kit)
    await made.fill('0.5')
    await reviewSend(made.kit)
    return made
  }
  const viewOf = (kit: Kit) => currentView(kit.store.getState().modal.stack).name
  const open = (kit: Kit) => kit.store.getState().intent?.open ?? []
  const unitsOf = (transfers: Transfers) =>
    vi.mocked(transfers.send).mock.calls.map(([{ transfer }]) => transfer.units)
  const half = 500_000_000_000_000_000n

  /** A node that answers when told to. */
  function slowNode() {
    const answers: (() => void)[] = []
    const prepare = () =>
      new Promise<Asked>((resolve) => {
        answers.push(() => resolve({ kind: 'transaction', nonce: 7, height: 100 }))
      })
    return { answers, prepare }
  }

  /** A wallet that answers when told to. */
  function slowWallet() {
    const answers: {
      resolve: (sent: { kind: 'transaction'; id: string }) => void
      reject: (error: unknown) => void
    }[] = []
    const send = vi.fn<Transfers['send']>(
      () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
    )
    return { answers, send }
  }

  test('does not ask the wallet if the visitor leaves the review while the node is slow', async () => {
    const { answers, prepare } = slowNode()
    const { kit, transfers } = await reviewed({ prepare })
    const sent = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    leaveReview(kit)
    expect(kit.store.getState().send?.isWaiting).toBe(false)
    answers[0]?.()
    await expect(sent).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(unitsOf(transfers)).toEqual([])
  })

  test('empties the form if the wallet approves after the visitor left the review, and asks for the next transfer', async () => {
    const { answers, send } = slowWallet()
    const { kit, transfers, fill } = await reviewed({ send })
    const first = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    leaveReview(kit)
    answers[0]?.resolve({ kind: 'transaction', id: hash })
    await first
    expect(kit.store.getState().send).toMatchObject({ amount: '', text: '', isWaiting: false })
    await fill('0.25')
    await reviewSend(kit)
    const second = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.resolve({ kind: 'transaction', id: `0x${'77'.repeat(32)}` })
    await second
    expect(unitsOf(transfers)).toEqual([half, half / 2n])
  })

  test('keeps what the visitor has typed since, if the wallet approves after the visitor left the review', async () => {
    const { answers, send } = slowWallet()
    const { kit, fill } = await reviewed({ send })
    const first = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    leaveReview(kit)
    await fill('0.25')
    answers[0]?.resolve({ kind: 'transaction', id: hash })
    await first
    expect(kit.store.getState().send).toMatchObject({ amount: '0.25', isWaiting: false })
  })

  test('asks the wallet only for the newer of two reviews', async () => {
    const { answers, prepare } = slowNode()
    const { kit, transfers, fill } = await reviewed({ prepare })
    const first = submitSend(kit)
    first.catch(() => {})
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    leaveReview(kit)
    await fill('0.25')
    await reviewSend(kit)
    const second = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    for (const answer of answers) answer()
    await second
    await expect(first).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(unitsOf(transfers)).toEqual([half / 2n])
  })

  test('a review of another account does not wait for what the wallet was asked for the first', async () => {
    const { answers, send } = slowWallet()
    const walletState = async () => ({ networkId: 'eip155:1' as const, addresses: [alice, bob] })
    const { kit, wallet, transfers, fill } = await reviewed({ send, walletState })
    const first = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    wallet.emit({ type: 'session', session: mockSession([bob]) })
    update(kit, 'account', (account) => ({
      ...account,
      portfolios: { [`eip155:1:${bob}`]: Object.values(account.portfolios ?? {})[0] as Portfolio },
    }))
    show(kit)
    beginSend(kit)
    await fill('0.25', alice)
    await reviewSend(kit)
    expect([viewOf(kit), kit.store.getState().send?.isWaiting]).toEqual(['WalletSendPreview', false])
    const second = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    for (const [index, answer] of answers.entries()) {
      answer.resolve({ kind: 'transaction', id: `0x${`${index}7`.repeat(32)}` })
    }
    await Promise.all([first, second])
    expect(unitsOf(transfers)).toEqual([half, half / 2n])
  })

  test('only one of two tabs asks the wallet if both are pressed at once', async () => {
    const storage = memoryStorage()
    const { answers, prepare } = slowNode()
    const one = await reviewed({ prepare }, storage)
    const other = await reviewed({ prepare }, storage)
    const first = submitSend(one.kit)
    const second = submitSend(other.kit)
    second.catch(() => {})
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.()
    await first
    answers[1]?.()
    await expect(second).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect([...unitsOf(one.transfers), ...unitsOf(other.transfers)]).toEqual([half])
  })

  test.each([
    ['the same transfer: the visitor sees that it was sent', '0.5', 'WalletSendStatus'],
    ['another transfer: the review ends with an explanation', '0.25', 'WalletSendPreview'],
  ])('another tab has sent since the review %s', async (_, amount, shown) => {
    const storage = memoryStorage()
    const one = await reviewed({}, storage)
    const other = await reviewed({}, storage)
    leaveReview(one.kit)
    await one.fill(amount)
    await one.kit.clock.advance(10_000)
    await other.kit.clock.advance(20_000)
    await reviewSend(one.kit)
    await submitSend(one.kit)
    await expect(submitSend(other.kit)).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(viewOf(other.kit)).toBe(shown)
    expect(unitsOf(other.transfers)).toEqual([])
  })

  test('a late refusal of a transfer that was given up does not change the next review', async () => {
    const { answers, send } = slowWallet()
    const { kit, transfers, fill } = await reviewed({ send })
    const first = submitSend(kit)
    first.catch(() => {})
    await vi.waitFor(() => expect(open(kit)).toHaveLength(1))
    giveUp(kit, { id: open(kit)[0]?.intent.id ?? '' })
    expect(kit.store.getState().send?.isWaiting).toBe(false)
    leaveReview(kit)
    beginSend(kit)
    await fill('0.25')
    await reviewSend(kit)
    const second = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.reject(walletError('REQUEST_REJECTED', { slots: { wallet: 'Oak' } }))
    await first.catch(() => {})
    expect(kit.store.getState().send).toMatchObject({ isWaiting: true, error: undefined })
    answers[1]?.resolve({ kind: 'transaction', id: hash })
    await second
    expect(viewOf(kit)).toBe('WalletSendStatus')
    expect(unitsOf(transfers)).toEqual([half, half / 2n])
  })

  test.each([
    { code: -32603, message: 'Transaction not found' },
    { code: -32603, message: 'header not found' },
    { code: -32601, message: 'the method eth_getTransactionReceipt does not exist/is not available' },
    { code: -32601, message: 'Method not found' },
    { code: -32000, message: 'could not fetch: ENS not supported on this network' },
    { code: -32603, message: 'User operation was rejected by the bundler: already known' },
  ])('looks on the chain after the error %j, and does not ask the wallet again', async (error) => {
    const request = vi.fn(async ({ method }: { method: string }) => {
      throw method === 'eth_sendTransaction' ? error : { code: -32601, message: 'no' }
    })
    const { kit } = await reviewed({ send: evm.send }, memoryStorage(), { request })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    expect(viewOf(kit)).toBe('WalletSendStatus')
    await submitSend(kit).catch(() => {})
    expect(request.mock.calls.filter(([{ method }]) => method === 'eth_sendTransaction')).toHaveLength(1)
  })

  test.each([
    { code: 4001, message: 'no' },
    { code: 4200, message: 'eth_sendTransaction is not supported' },
    { code: -32601, message: 'the method eth_sendTransaction does not exist/is not available' },
  ])('keeps the review after the refusal %j, so that the wallet can be asked again', async (error) => {
    const request = vi.fn(async () => {
      throw error
    })
    const { kit } = await reviewed({ send: evm.send }, memoryStorage(), { request })
    await submitSend(kit).catch(() => {})
    expect(viewOf(kit)).toBe('WalletSendPreview')
    expect(open(kit)).toMatchObject([{ status: 'refused' }])
  })

  test.each([
    ['of dollars', (kit: Kit) => toggleSendFiat(kit), `ethereum:${bob}`],
    ['of a token', (kit: Kit) => setSendToken(kit, { token: `eip155:1:${dollar}` }), `ethereum:${bob}`],
    ['of a token', (kit: Kit) => setSendToken(kit, { token: `eip155:1:${dollar}` }), `eip155:1:${bob}`],
  ])('keeps an amount %s if a link names only a recipient', async (_, choose, text) => {
    const { kit, settle, fill, plan } = await sendKit()
    choose(kit)
    await fill('0.5', '')
    const before = plan()?.units
    setSendRecipient(kit, { text })
    await settle()
    expect(before).toBeDefined()
    expect(plan()?.units).toBe(before)
  })

  test.each([
    ['20 decimals', { symbol: 'ETH', decimals: '20' }],
    ['another name', { symbol: 'USDC', decimals: '18' }],
  ])("ignores the list's coin if it has %s", async (_, { symbol, decimals }) => {
    const { kit, plan } = await sendKit()
    const [key = 'eip155:1:none'] = Object.keys(
      kit.store.getState().account.portfolios ?? {},
    ) as CaipAddress[]
    const token = {
      chainId: 'eip155:1',
      iconUrl: '',
      name: 'Ether',
      symbol,
      price: 2000,
      quantity: { decimals, numeric: '100' },
    } as const
    update(kit, 'account', (state) => ({
      ...state,
      portfolios: { [key]: { status: 'success', tokens: [token] } },
    }))
    expect(plan()?.sendable).toMatchObject({ decimals: 18, token: { symbol: 'ETH' } })
  })
})
