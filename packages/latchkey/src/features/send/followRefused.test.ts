import { expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { currentView } from '../../core/router.js'
import type { Found, SentTransfer, Transfers } from '../../core/transfers.js'
import { walletError } from '../../protocol/walletErrors.js'
import { hash, sendKit } from '../../testing/sendKit.js'
import { openModal } from '../modal/openModal.js'
import { followRefused } from './followRefused.js'
import { leaveReview, reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

// A wallet that broadcasts and does not answer: without a look at the chain, the review would wait for ever.

const open: Found = { status: 'open' }
const made: Found = { status: 'sent', sent: { kind: 'transaction', id: hash } }

/** A reviewed transfer that the wallet was asked for and has not answered, and what the chain has of it. */
async function waiting() {
  const chain = { found: open }
  const answer = createDeferred<SentTransfer>()
  const send = vi.fn<Transfers['send']>(() => answer.promise)
  const kit = await sendKit({ send, find: vi.fn(async () => chain.found) })
  openModal(kit.kit, { view: { name: 'WalletSend' } })
  await kit.fill('0.5')
  await reviewSend(kit.kit)
  const id = kit.state().intent?.review?.intent.id
  const sent = submitSend(kit.kit)
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  const shown = () => currentView(kit.state().modal.stack)
  const open_ = () => kit.state().intent?.open.map(({ status }) => status)
  return { ...kit, chain, answer, sent, id, shown, open: open_ }
}

test('the review waits while the chain does not have the transfer', async () => {
  const { kit, shown, state, open } = await waiting()
  await followRefused(kit)
  expect([shown().name, state().send?.isWaiting, open()]).toEqual(['WalletSendPreview', true, ['asked']])
})

test('what the chain has is shown in place of the review, and the form can be used again', async () => {
  const { kit, chain, shown, state, open, id } = await waiting()
  chain.found = made
  await followRefused(kit)
  expect(shown()).toEqual({ name: 'WalletSendStatus', parameters: { id } })
  expect(state().account.sent).toMatchObject([{ id: hash, intentId: id, status: 'pending' }])
  expect([state().send?.isWaiting, state().send?.amount, open()]).toEqual([false, '', []])
})

test.each([
  [
    'with its hash',
    (answer: Awaited<ReturnType<typeof waiting>>['answer']) =>
      answer.resolve({ kind: 'transaction', id: hash }),
  ],
  [
    'that it was declined',
    (answer: Awaited<ReturnType<typeof waiting>>['answer']) =>
      answer.reject(walletError('REQUEST_REJECTED', { slots: { wallet: 'Mock Wallet' } })),
  ],
])('if the wallet answers later %s, nothing changes', async (_, tell) => {
  const { kit, chain, answer, sent, shown, state, id } = await waiting()
  chain.found = made
  await followRefused(kit)
  tell(answer)
  await sent.catch(() => {})
  expect(shown()).toEqual({ name: 'WalletSendStatus', parameters: { id } })
  expect(state().account.sent).toMatchObject([{ id: hash, intentId: id }])
  expect([state().send?.isWaiting, state().send?.error]).toEqual([false, undefined])
})

test('a review that was left meanwhile leads nowhere, and the transfer is kept', async () => {
  const { kit, chain, shown, state } = await waiting()
  chain.found = made
  const looking = followRefused(kit)
  leaveReview(kit)
  await looking
  expect(shown().name).toBe('WalletSend')
  expect(state().account.sent).toMatchObject([{ id: hash }])
})

test('the chain is asked even if the wallet cannot be reached', async () => {
  const { kit, wallet, chain, shown } = await waiting()
  chain.found = made
  vi.spyOn(wallet, 'getProvider').mockRejectedValue(new Error('gone'))
  await followRefused(kit)
  expect(shown().name).toBe('WalletSendStatus')
})
