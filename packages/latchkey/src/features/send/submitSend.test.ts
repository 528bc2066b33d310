import { describe, expect, test, vi } from 'vitest'
import type { AccountFacts } from '../../core/connector.js'
import type { StorageBackend } from '../../core/storage.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Asked, TransferFacts, Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { mockSession } from '../../testing/mockConnector.js'
import { alice, bob, dollar, hash, sendKit } from '../../testing/sendKit.js'
import { type Kit, update } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { setSendAmount, setSendMax, setSendRecipient, setSendToken } from './editSend.js'
import { giveUp } from './giveUp.js'
import { leaveReview, reviewSend } from './reviewSend.js'
import { keepSent } from './sent.js'
import type { Sent } from './state.js'
import { submitSend } from './submitSend.js'

type Fixture = Awaited<ReturnType<typeof sendKit>>

async function filled(...parameters: Parameters<typeof sendKit>) {
  const made = await sendKit(...parameters)
  await made.fill('0.5')
  return made
}

async function reviewed(...parameters: Parameters<typeof sendKit>) {
  const made = await sendKit(...parameters)
  openModal(made.kit, { view: { name: 'WalletSend' } })
  await made.fill('0.5')
  await reviewSend(made.kit)
  return made
}

const review = (kit: Kit) => kit.store.getState().intent?.review

/** A node that answers a question when the test says so. */
function slow<value>(value: value) {
  const answers: (() => void)[] = []
  const ask = () => new Promise<value>((resolve) => answers.push(() => resolve(value)))
  return { answers, ask }
}
const next: Asked = { kind: 'transaction', nonce: 7, height: 100 }
const plain: TransferFacts = { isContract: false }

function eventsOf(kit: Kit) {
  const types: string[] = []
  kit.events.subscribe(({ type }) => types.push(type))
  return types
}

const earlier = (kit: Fixture['kit'], sentAt: number): Sent => ({
  ...{ kind: 'transaction', id: '0xe', intentId: 'e', networkId: 'eip155:1', from: alice, to: bob },
  ...{ symbol: 'ETH', decimals: 18, units: '1', status: 'confirmed', sentAt: kit.clock.now() + sentAt },
})

describe('two submissions', () => {
  test('the end of a replaced one does not end the newer one', async () => {
    const { answers, ask } = slow(next)
    const { kit, fill } = await reviewed({ prepare: ask })
    const first = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    leaveReview(kit)
    await fill('0.25')
    await reviewSend(kit)
    const second = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.()
    await expect(first).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(submitSend(kit)).toBe(second)
    answers[1]?.()
    await second
  })

  test('one without a review is not asked for once a review of the same form is sent', async () => {
    const { answers, ask } = slow(next)
    const { kit, transfers } = await filled({ prepare: ask })
    const first = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    const second = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.()
    await expect(first).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    answers[1]?.()
    await second
    expect(transfers.send).toHaveBeenCalledOnce()
  })

  test('one that starts after the first has ended asks the wallet again', async () => {
    const { kit, fill, transfers } = await filled()
    await submitSend(kit)
    await fill('0.25')
    await submitSend(kit)
    expect(transfers.send).toHaveBeenCalledTimes(2)
  })
})

describe('the form', () => {
  test('is emptied once the reviewed transfer is sent, also if it was changed behind the review', async () => {
    const { kit, state } = await reviewed()
    setSendAmount(kit, { amount: '0.9' })
    await submitSend(kit)
    expect(state().send).toMatchObject({ amount: '', text: '', isWaiting: false })
  })

  test('stays if a review of it was opened while it was sent without one', async () => {
    const { answers, ask } = slow(next)
    const { kit, state } = await filled({ prepare: ask })
    const sent = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    answers[0]?.()
    await sent
    expect(state().send).toMatchObject({ amount: '0.5', text: bob, isWaiting: false })
  })

  test('shows no error of the last attempt while the wallet is asked again', async () => {
    const { kit, transfers, state } = await filled()
    vi.mocked(transfers.send).mockRejectedValueOnce(
      walletError('REQUEST_REJECTED', { slots: { wallet: 'W' } }),
    )
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
    expect(state().send?.error).toMatchObject({ code: 'REQUEST_REJECTED' })
    const sent = submitSend(kit)
    expect(state().send).toMatchObject({ isWaiting: true, error: undefined })
    await sent
  })

  test('shows no error if another recipient was typed before the wallet was asked', async () => {
    const { kit, transfers, state } = await filled()
    const sent = submitSend(kit)
    setSendRecipient(kit, { text: alice })
    await expect(sent).rejects.toMatchObject({ code: 'RECIPIENT_CHANGED' })
    expect(state().send).toMatchObject({ isWaiting: false, error: undefined })
    expect(transfers.send).not.toHaveBeenCalled()
  })

  test('shows that the outcome is unknown after an unclear answer', async () => {
    const { kit, transfers, state } = await filled()
    vi.mocked(transfers.send).mockRejectedValueOnce(walletError('WALLET_ANSWER_UNCLEAR'))
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    expect(state().send).toMatchObject({ isWaiting: false, error: { code: 'SEND_UNCONFIRMED' } })
  })
})

describe('a request that is given up while its review shows', () => {
  /** A wallet that answers when the test says so. */
  async function givenUp() {
    const answers: ((id: string) => void)[] = []
    const send = vi.fn<Transfers['send']>(
      () => new Promise((resolve) => answers.push((id) => resolve({ kind: 'transaction', id }))),
    )
    const form = await reviewed({ send })
    const { kit, state } = form
    const first = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    giveUp(kit, { id: state().intent?.open[0]?.intent.id ?? '' })
    return { ...form, answers, first }
  }

  test('and asked for again leads to two transfers if the wallet sends both', async () => {
    const { kit, state, answers, first } = await givenUp()
    const second = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[0]?.('0x1')
    await first
    answers[1]?.('0x2')
    await second
    expect(
      state()
        .account.sent?.map(({ id }) => id)
        .sort(),
    ).toEqual(['0x1', '0x2'])
  })

  test('is not asked for again once the wallet has sent it', async () => {
    const { kit, answers, first, transfers } = await givenUp()
    await kit.clock.advance(1_000)
    answers[0]?.('0x1')
    await first
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(transfers.send).toHaveBeenCalledOnce()
  })
})

test('a refusal after the visitor left the review ends the waiting of the form', async () => {
  const refusals: ((error: unknown) => void)[] = []
  const send = vi.fn<Transfers['send']>(() => new Promise((_, reject) => refusals.push(reject)))
  const { kit, state } = await reviewed({ send })
  const sent = submitSend(kit)
  sent.catch(() => {})
  await vi.waitFor(() => expect(refusals).toHaveLength(1))
  leaveReview(kit)
  expect(state().send?.isWaiting).toBe(true)
  refusals[0]?.(walletError('REQUEST_REJECTED', { slots: { wallet: 'W' } }))
  await expect(sent).rejects.toMatchObject({ code: 'REQUEST_REJECTED' })
  expect(state().send?.isWaiting).toBe(false)
})

describe('the event SEND_ERROR', () => {
  test('is emitted for a reviewed transfer that failed', async () => {
    const { kit, transfers } = await reviewed()
    vi.mocked(transfers.prepare).mockRejectedValueOnce(
      accountError('NETWORK_UNREADABLE', { slots: { network: 'One' } }),
    )
    const events = eventsOf(kit)
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    expect(events).toEqual(['SEND_ERROR'])
  })

  test('is not emitted while the outcome is unknown', async () => {
    const { kit, transfers } = await filled()
    vi.mocked(transfers.send).mockRejectedValueOnce(walletError('WALLET_ANSWER_UNCLEAR'))
    const events = eventsOf(kit)
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
    expect(events).not.toContain('SEND_ERROR')
  })

  test('is not emitted for a form that cannot be sent', async () => {
    const { kit, fill } = await sendKit()
    await fill('5')
    const events = eventsOf(kit)
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_FAILED' })
    expect(events).not.toContain('SEND_ERROR')
  })
})

describe('what changes while the chain is read', () => {
  async function during(change: (kit: Fixture['kit']) => void) {
    const { answers, ask } = slow(plain)
    const { kit, transfers } = await filled({ facts: ask })
    const sent = submitSend(kit)
    sent.catch(() => {})
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    change(kit)
    answers[0]?.()
    return { kit, sent, transfers }
  }

  test.each<[string, string, (kit: Fixture['kit']) => void]>([
    [
      'the wallet disconnects',
      'NOT_CONNECTED',
      (kit) => update(kit, 'connection', (state) => ({ ...state, connections: {} })),
    ],
    [
      'the host stops offering the network',
      'SEND_FAILED',
      (kit) => update(kit, 'network', (state) => ({ ...state, networks: [] })),
    ],
    ['the adapter is gone', 'SEND_FAILED', (kit) => void kit.adapters.delete('eip155')],
    [
      'the adapter cannot send any more',
      'SEND_FAILED',
      (kit) => {
        const adapter = kit.adapters.get('eip155')
        if (adapter !== undefined) kit.adapters.set('eip155', { ...adapter, transfers: undefined })
      },
    ],
  ])('%s: fails with %s, and the wallet is not asked', async (_, code, change) => {
    const { sent, transfers } = await during(change)
    await expect(sent).rejects.toMatchObject({ code })
    await expect(sent).rejects.not.toHaveProperty('cause')
    expect(transfers.send).not.toHaveBeenCalled()
  })
})

describe('a switch while the request is prepared', () => {
  test.each([
    ['account', mockSession([bob])],
    ['network', mockSession([alice], 10)],
  ])('to another %s: the wallet is not even asked where it is', async (_, session) => {
    const { answers, ask } = slow(next)
    const walletState = vi.fn(async () => ({ networkId: 'eip155:1' as const, addresses: [alice] }))
    const { kit, wallet, transfers } = await filled({ prepare: ask, walletState })
    const sent = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    wallet.emit({ type: 'session', session })
    answers[0]?.()
    await expect(sent).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(walletState).not.toHaveBeenCalled()
    expect(transfers.send).not.toHaveBeenCalled()
  })

  test.each([
    ['account', mockSession([bob])],
    ['network', mockSession([alice], 10)],
  ])('to another %s while the wallet says where it was: nothing is sent', async (_, session) => {
    const { answers, ask } = slow({ networkId: 'eip155:1' as const, addresses: [alice] })
    const { kit, wallet, transfers } = await filled({ walletState: ask })
    const sent = submitSend(kit)
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    wallet.emit({ type: 'session', session })
    answers[0]?.()
    await expect(sent).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
    expect(transfers.send).not.toHaveBeenCalled()
  })
})

describe('a review', () => {
  test('that was cancelled stays cancelled if the chain cannot be read', async () => {
    const { kit, transfers } = await reviewed()
    vi.mocked(transfers.prepare).mockImplementationOnce(async () => {
      update(kit, 'connection', (state) => ({
        ...state,
        connections: {
          mock: {
            connectorId: 'mock',
            namespaces: { eip155: { addresses: [bob], networkId: 'eip155:1', approvedNetworkIds: 'all' } },
          },
        },
      }))
      throw accountError('NETWORK_UNREADABLE', { slots: { network: 'One' } })
    })
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    expect(review(kit)).toMatchObject({ status: 'cancelled', error: { code: 'REVIEW_OUTDATED' } })
  })

  test('gets a new intent after a failure, with the time of that and everything else as it was', async () => {
    const { kit, transfers } = await reviewed()
    vi.mocked(transfers.prepare).mockRejectedValueOnce(
      accountError('NETWORK_UNREADABLE', { slots: { network: 'One' } }),
    )
    const before = review(kit)?.intent
    await kit.clock.advance(5_000)
    await expect(submitSend(kit)).rejects.toMatchObject({ code: 'NETWORK_UNREADABLE' })
    const after = review(kit)
    expect(after).toEqual({
      status: 'made',
      intent: { ...before, id: after?.intent.id, madeAt: kit.clock.now() },
    })
    expect(after?.intent.id).not.toBe(before?.id)
  })
})

describe('what the chain family is told', () => {
  test('before the wallet is asked: the network, the account, and whether it sends batches', async () => {
    const { kit, transfers } = await filled()
    await submitSend(kit)
    expect(vi.mocked(transfers.prepare).mock.calls).toMatchObject([
      [{ network: { caipNetworkId: 'eip155:1' }, from: alice, isAtomic: false }],
    ])
  })

  test("the wallet's facts about the account, if there are any", async () => {
    const { kit, fill, transfers } = await sendKit()
    const facts: AccountFacts = { address: alice, type: 'eoa' }
    await fill('0.5')
    await submitSend(kit)
    expect(vi.mocked(transfers.send).mock.lastCall?.[0].transfer).not.toHaveProperty('sender')
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
    await fill('0.25')
    await submitSend(kit)
    expect(vi.mocked(transfers.send).mock.lastCall?.[0].transfer).toMatchObject({ sender: facts })
  })

  test('the fee that was shown, and that the wallet must keep to it if the whole coin is sent', async () => {
    const { kit, fill, settle, transfers } = await sendKit()
    await fill('0.5')
    await submitSend(kit)
    const fee = { most: '21000000000000' }
    expect(vi.mocked(transfers.prepare).mock.lastCall?.[0]).toMatchObject({ fee, transfer: { to: bob } })
    expect(vi.mocked(transfers.send).mock.lastCall?.[0]).toMatchObject({ fee, isRest: false })
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    await submitSend(kit)
    expect(vi.mocked(transfers.send).mock.lastCall?.[0]).toMatchObject({ fee, isRest: true })
  })

  test('that the wallet chooses the fee, if a whole token is sent', async () => {
    const { kit, settle, transfers } = await sendKit()
    setSendToken(kit, { token: `eip155:1:${dollar}` })
    setSendMax(kit)
    setSendRecipient(kit, { text: bob })
    await settle()
    await submitSend(kit)
    expect(vi.mocked(transfers.send).mock.lastCall?.[0]).toMatchObject({ isRest: false })
  })
})

describe('a transfer that was sent before', () => {
  test.each([
    ['in the same millisecond as the review was made', 0],
    ['at a time in the future, because the clock was set back', 60_000],
  ])('%s does not hold up the reviewed one', async (_, after) => {
    const { kit, transfers } = await filled()
    keepSent(kit, earlier(kit, after))
    openModal(kit, { view: { name: 'WalletSend' } })
    await reviewSend(kit)
    await submitSend(kit)
    expect(transfers.send).toHaveBeenCalledOnce()
  })

  test.each([1, 1_000])(
    'by another tab since the review was made may be the same: not asked (%d ms later)',
    async (later) => {
      const { kit, transfers } = await reviewed()
      await kit.clock.advance(later)
      keepSent(kit, earlier(kit, 0))
      await expect(submitSend(kit)).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
      expect(transfers.send).not.toHaveBeenCalled()
    },
  )

  test('on another network does not hold up the reviewed one', async () => {
    const { kit, transfers } = await reviewed()
    await kit.clock.advance(1_000)
    keepSent(kit, { ...earlier(kit, 0), networkId: 'eip155:10' })
    await submitSend(kit)
    expect(transfers.send).toHaveBeenCalledOnce()
  })
})

test('a second transfer is refused while the wallet has the first, by an error with the name of the wallet', async () => {
  const { kit, transfers, fill } = await reviewed({
    send: vi.fn<Transfers['send']>(() => new Promise(() => {})),
  })
  submitSend(kit).catch(() => {})
  await vi.waitFor(() => expect(transfers.send).toHaveBeenCalledOnce())
  leaveReview(kit)
  await fill('0.25')
  await expect(submitSend(kit)).rejects.toMatchObject({
    code: 'REQUEST_ALREADY_PENDING',
    slots: { wallet: 'Mock Wallet' },
  })
})

test('a review that the host leaves because of a full storage does not let the next transfer go unstored', async () => {
  const backend = memoryStorage()
  const full: StorageBackend = {
    ...backend,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const { kit, state } = await reviewed({}, full)
  kit.events.subscribe(({ type }) => {
    if (type === 'SEND_ERROR') leaveReview(kit)
  })
  await expect(submitSend(kit)).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  expect(state().send?.isUnstored).toBeUndefined()
})

test('resolves to the sent transfer, and drops the request from the open ones', async () => {
  const { kit, state } = await reviewed()
  const id = review(kit)?.intent.id
  expect(await submitSend(kit)).toMatchObject({ id: hash, intentId: id, to: bob, sentAt: kit.clock.now() })
  expect(state().intent?.open).toEqual([])
})
