import { expect, test, vi } from 'vitest'
import type { TransferStatus, Transfers } from '../../core/transfers.js'
import { KitError } from '../../protocol/errors.js'
import { hash, sendKit } from '../../testing/sendKit.js'
import { closeModal } from '../modal/closeModal.js'
import { resetView } from '../modal/navigate.js'
import { openModal } from '../modal/openModal.js'
import { followSent } from './followSent.js'
import { reviewSend } from './reviewSend.js'
import { submitSend } from './submitSend.js'

const account = { name: 'Account' } as const

/** A transfer that was reviewed and asked for. */
async function sending(overrides: Partial<Transfers> = {}) {
  const { kit, fill, transfers } = await sendKit(overrides)
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  await reviewSend(kit)
  await submitSend(kit).catch(() => {})
  return { kit, transfers, snackbar: () => kit.store.getState().notify.snackbar }
}

const as = (status: TransferStatus['status']) => ({
  status: vi.fn<Transfers['status']>(async () => ({ status, hash })),
})

test.each([
  ['confirmed', 'success', 'sent'],
  ['failed', 'error', 'failed'],
] as const)('shows once that a transfer is %s if another screen is open', async (status, variant, ended) => {
  const { kit, snackbar } = await sending(as(status))
  resetView(kit, account)
  await followSent(kit)
  const first = snackbar()
  expect(first).toMatchObject({ variant, message: { ended, amount: '0.5', symbol: 'ETH' } })
  await followSent(kit)
  expect(snackbar()).toBe(first)
})

test("shows nothing if the transfer's own screen is open or the modal is closed", async () => {
  const seen = await sending()
  await followSent(seen.kit)
  expect(seen.kit.store.getState().account.sent).toMatchObject([{ status: 'confirmed' }])
  expect(seen.snackbar()).toBeNull()
  const closed = await sending()
  closeModal(closed.kit)
  await followSent(closed.kit)
  expect(closed.snackbar()).toBeNull()
})

test('shows nothing for a pending transfer', async () => {
  const { kit, snackbar } = await sending(as('pending'))
  resetView(kit, account)
  await followSent(kit)
  expect(snackbar()).toBeNull()
})

test('shows that a transfer was not sent if another screen is open', async () => {
  const { kit, snackbar } = await sending({
    send: async () => Promise.reject(new KitError('FRAME_ERROR')),
    find: async () => ({ status: 'used', by: hash }),
  })
  resetView(kit, account)
  for (let look = 0; look < 3; look++) {
    expect(snackbar()).toBeNull()
    await followSent(kit)
    await kit.clock.advance(look < 2 ? 60_000 : 0)
  }
  expect(snackbar()).toMatchObject({ variant: 'error', message: { ended: 'notSent' } })
})
