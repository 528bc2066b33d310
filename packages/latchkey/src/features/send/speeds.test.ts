import { expect, test, vi } from 'vitest'
import type { Transfers } from '../../core/transfers.js'
import { sendKit } from '../../testing/sendKit.js'
import { openModal } from '../modal/openModal.js'
import { resetSend, setSendSpeed } from './editSend.js'
import { reviewSend } from './reviewSend.js'

test('the form and the review are quoted for the chosen speed', async () => {
  const estimate = vi.fn<Transfers['estimate']>(async ({ speed }) => ({
    most: '1',
    about: '1',
    minutes: speed === 'fast' ? 10 : 30,
  }))
  const { kit, fill, settle, state } = await sendKit({ estimate })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  expect(state().send?.fee).toMatchObject({ status: 'ready', minutes: 30 })
  setSendSpeed(kit, { speed: 'fast' })
  await settle()
  expect(state().send?.fee).toMatchObject({ status: 'ready', minutes: 10 })
  await reviewSend(kit)
  expect(state().intent?.review?.intent.fee).toEqual({ most: '1', about: '1', minutes: 10 })
  expect(estimate.mock.lastCall?.[0]).toMatchObject({ speed: 'fast', isFirm: true })
  resetSend(kit)
  expect(state().send?.speed).toBeUndefined()
})

test('a speed that is chosen while the review is made ends that', async () => {
  const estimate = vi.fn<Transfers['estimate']>(async () => ({ most: '1', about: '1' }))
  const { kit, fill, state } = await sendKit({ estimate })
  openModal(kit, { view: { name: 'WalletSend' } })
  await fill('0.5')
  const making = reviewSend(kit)
  setSendSpeed(kit, { speed: 'slow' })
  await making
  expect(state().intent?.review).toBeUndefined()
})
