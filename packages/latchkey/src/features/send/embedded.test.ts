import { expect, test } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { currentView } from '../../core/router.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Transfers } from '../../core/transfers.js'
import { sendKit } from '../../testing/sendKit.js'
import { resetView } from '../modal/navigate.js'
import { leaveReview, reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

// A modal that is embedded in the host's page shows its screens although nobody has opened it.

async function reviewed(overrides: Partial<Transfers> = {}) {
  const made = await sendKit(overrides, memoryStorage(), {}, { enableEmbedded: true })
  resetView(made.kit, { name: 'WalletSend' })
  await made.fill('0.5')
  await reviewSend(made.kit)
  const view = () => currentView(made.state().modal.stack).name
  return { ...made, view }
}

test('the wallet sends the transfer: its own screen follows the review, which is over', async () => {
  const { kit, view, state } = await reviewed()
  expect([view(), state().modal.isOpen]).toEqual(['WalletSendPreview', false])
  await submitSend(kit)
  expect(view()).toBe('WalletSendStatus')
  expect(state().intent?.review).toBeUndefined()
})

test('the wallet fails without a clear answer: the screen of the open request follows', async () => {
  const send = () => Promise.reject(new Error('Internal error'))
  const { kit, view, state } = await reviewed({ send })
  await expect(submitSend(kit)).rejects.toMatchObject({ code: 'SEND_UNCONFIRMED' })
  expect(view()).toBe('WalletSendStatus')
  expect(state().intent).toMatchObject({ review: undefined, open: [{ status: 'unknown' }] })
})

test('the visitor leaves the review before the wallet is asked: it is not asked', async () => {
  const { promise, resolve } = createDeferred<Awaited<ReturnType<Transfers['prepare']>>>()
  const { kit, transfers, view, state } = await reviewed({ prepare: () => promise })
  const sent = submitSend(kit)
  leaveReview(kit)
  expect([view(), state().intent?.review]).toEqual(['WalletSend', undefined])
  resolve({ kind: 'transaction', nonce: 7, height: 100 })
  await expect(sent).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
  expect(transfers.send).not.toHaveBeenCalled()
})
