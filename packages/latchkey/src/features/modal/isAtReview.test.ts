import { expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import type { Asked } from '../../core/transfers.js'
import { sendKit } from '../../testing/sendKit.js'
import { embeddedScreens } from '../embedded/embeddedScreens.js'
import { leaveSurface, showSurface } from '../embedded/surface.js'
import { reviewSend } from '../send/reviewSend.js'
import { submitSend } from '../send/submitSend.js'
import { closeModal } from './closeModal.js'
import { isAtReview } from './isAtReview.js'
import { moreScreens } from './moreScreens.js'
import { openModal } from './openModal.js'

test('a visitor who closes the modal has left the review: the wallet is not asked', async () => {
  const { promise, resolve } = createDeferred<Asked>()
  const prepare = vi.fn(() => promise)
  const { kit, transfers, fill } = await sendKit({ prepare })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  expect(isAtReview(kit)).toBe(false)
  await reviewSend(kit)
  expect(isAtReview(kit)).toBe(true)
  const sending = submitSend(kit)
  sending.catch(() => {})
  await vi.waitFor(() => expect(prepare).toHaveBeenCalled())
  closeModal(kit)
  expect(isAtReview(kit)).toBe(false)
  expect(kit.store.getState().intent?.review).toBeUndefined()
  resolve({ kind: 'transaction', nonce: 7, height: 100 })
  await expect(sending).rejects.toMatchObject({ code: 'REVIEW_OUTDATED' })
  expect(transfers.send).not.toHaveBeenCalled()
})

test('the wallet’s own surface over the review is a part of it, and what becomes of the transfer shows below', async () => {
  const { kit, fill } = await sendKit()
  kit.slots.set(moreScreens, embeddedScreens)
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  await reviewSend(kit)
  showSurface(kit, { view: 'approve', id: 'a' })
  expect(isAtReview(kit)).toBe(true)
  await submitSend(kit)
  const names = () => kit.store.getState().modal.stack.map(({ name }) => name)
  expect(names().slice(-2)).toEqual(['WalletSendStatus', 'ApproveTransaction'])
  leaveSurface(kit)
  expect(names().at(-1)).toBe('WalletSendStatus')
})
