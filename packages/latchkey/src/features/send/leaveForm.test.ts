import { expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { currentView } from '../../core/router.js'
import type { TransferFacts } from '../../core/transfers.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { bob, sendKit } from '../../testing/sendKit.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import type { Kit } from '../Kit.js'
import { closeModal } from '../modal/closeModal.js'
import { keepScreenRules } from '../modal/keepScreenRules.js'
import { pushView, resetView } from '../modal/navigate.js'
import { openModal } from '../modal/openModal.js'
import { setSendAmount, setSendRecipient } from './editSend.js'
import { reviewSend } from './reviewSend.js'

/** A filled-in form whose review waits for the chain. */
async function making() {
  const chain = createDeferred<TransferFacts>()
  const facts = vi.fn(() => chain.promise)
  const made = await sendKit({ facts })
  keepScreenRules(made.kit)
  openModal(made.kit, { view: { name: 'WalletSend' } })
  await made.fill('0.5', bob)
  const review = reviewSend(made.kit)
  await vi.waitFor(() => expect(facts).toHaveBeenCalledOnce())
  const answer = async () => {
    chain.resolve({ isContract: false })
    await review
  }
  return { ...made, answer }
}

test.each<[string, (kit: Kit) => void, string]>([
  ['goes to another screen', (kit) => pushView(kit, { name: 'Networks' }), 'Networks'],
  ['goes back to the account', (kit) => resetView(kit, { name: 'Account' }), 'Account'],
  ['closes the modal', closeModal, 'WalletSend'],
])('a visitor who %s before the review is made gets none', async (_, leave, view) => {
  const { kit, state, answer } = await making()
  leave(kit)
  await Promise.resolve()
  expect(state().send?.isMaking).toBeUndefined()
  await answer()
  expect(state().intent?.review).toBeUndefined()
  expect(state().modal.transactions).toEqual([])
  expect(currentView(state().modal.stack).name).toBe(view)
})

test('no review is made for a modal that is closed', async () => {
  const { kit, fill, state } = await sendKit()
  await fill('0.5')
  await reviewSend(kit)
  expect(state().intent?.review).toBeUndefined()
  expect(state().modal.transactions).toEqual([])
})

test('the form says that the review is being made until it shows, or the visitor types on', async () => {
  const one = await making()
  expect(one.state().send?.isMaking).toBe(true)
  await one.answer()
  expect(one.state().send?.isMaking).toBeUndefined()
  expect(currentView(one.state().modal.stack).name).toBe('WalletSendPreview')
  const other = await making()
  setSendAmount(other.kit, { amount: '0.6' })
  expect(other.state().send?.isMaking).toBeUndefined()
})

test('a wallet that disconnects leaves nothing of what was typed to whoever connects it next', async () => {
  const { kit, fill, state } = await sendKit()
  await fill('0.5', bob)
  await disconnect(kit)
  expect(state().send).toMatchObject({ amount: '', text: '', recipient: { status: 'empty' } })
})

test('so does one whose form a host filled in by the actions alone; another wallet leaves it', async () => {
  const session = mockSession([`0x${'a1'.repeat(20)}`])
  const wallets = ['one', 'two'].map((id) => mockConnector({ id }, { connect: () => session, provider: {} }))
  const kit = createTestKit({ connectors: wallets })
  await connect(kit, { connectorId: 'two' })
  await connect(kit, { connectorId: 'one' })
  setSendAmount(kit, { amount: '0.5' })
  setSendRecipient(kit, { text: bob })
  await disconnect(kit, { connectorId: 'two' })
  expect(kit.store.getState().send).toMatchObject({ amount: '0.5', text: bob })
  await disconnect(kit, { connectorId: 'one' })
  expect(kit.store.getState().send).toMatchObject({ amount: '', text: '' })
})
