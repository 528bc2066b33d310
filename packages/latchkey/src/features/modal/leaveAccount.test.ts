import { expect, test, vi } from 'vitest'
import { currentView } from '../../core/router.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { alice, sendKit } from '../../testing/sendKit.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { signMessage } from '../intent/signMessage.js'
import type { Kit } from '../Kit.js'
import { reviewSend } from '../send/reviewSend.js'
import { submitSend } from '../send/submitSend.js'
import { closeModal } from './closeModal.js'
import { openModal } from './openModal.js'
import { watchConnection } from './watchConnection.js'

const never = () => new Promise<never>(() => {})
const modalOf = ({ store }: Kit) => store.getState().modal
const viewOf = (kit: Kit) => currentView(modalOf(kit).stack)
const toldOf = ({ store }: Kit) => store.getState().notify.snackbar?.message
const openOf = ({ store }: Kit) => store.getState().intent?.open ?? []

/** A visitor has sent a review to a wallet that does not answer. */
async function sending() {
  const made = await sendKit({ send: never })
  watchConnection(made.kit)
  openModal(made.kit, { view: { name: 'WalletSend' } })
  await made.fill('0.5')
  await reviewSend(made.kit)
  submitSend(made.kit).catch(() => {})
  await vi.waitFor(() => expect(openOf(made.kit)).toMatchObject([{ status: 'asked' }]))
  return { ...made, id: openOf(made.kit)[0]?.intent.id }
}

/** An app has asked the visitor for a signature, or for a method that only the wallet knows. */
async function asking() {
  const provider = { request: vi.fn(never) }
  const wallet = mockConnector({}, { connect: () => mockSession([alice]), provider })
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [mockAdapter({ signMessage: never })],
    networks: [mockNetwork(1)],
  })
  watchConnection(kit)
  await connect(kit, { connectorId: 'mock' })
  openModal(kit)
  return { kit, wallet }
}

test('the wallet disconnects while a transfer waits: the screen of that transfer shows, with the ways to connect behind it', async () => {
  const { kit, wallet, id } = await sending()
  wallet.emit({ type: 'disconnect' })
  expect(modalOf(kit)).toMatchObject({
    isOpen: true,
    stack: [{ name: 'Connect' }, { name: 'WalletSendStatus', parameters: { id } }],
    next: undefined,
  })
  expect(openOf(kit)).toMatchObject([{ status: 'asked' }])
  // The screen itself says so, so no message shows.
  expect(toldOf(kit)).toBeUndefined()
})

test('the visitor disconnects while a transfer waits: the screen of that transfer shows too', async () => {
  const { kit, id } = await sending()
  await disconnect(kit)
  expect(viewOf(kit)).toEqual({ name: 'WalletSendStatus', parameters: { id } })
})

test('the wallet disconnects while a transfer waits and the modal is closed: it is told when the modal opens next', async () => {
  const { kit, wallet, id } = await sending()
  closeModal(kit)
  wallet.emit({ type: 'disconnect' })
  openModal(kit)
  expect(toldOf(kit)).toEqual({ disconnected: 'Mock Wallet', asked: 'transfer' })
  openModal(kit, { view: { name: 'WalletSendStatus', parameters: { id: id ?? '' } } })
  expect(viewOf(kit).name).toBe('WalletSendStatus')
})

test('the wallet disconnects while a signature waits: the caller is told, and the visitor at the ways to connect', async () => {
  const { kit, wallet } = await asking()
  const signed = signMessage(kit, { message: 'one' })
  signed.catch(() => {})
  await vi.waitFor(() => expect(openOf(kit)).toHaveLength(1))
  wallet.emit({ type: 'disconnect' })
  await expect(signed).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  expect(modalOf(kit)).toMatchObject({ isOpen: true, stack: [{ name: 'Connect' }] })
  expect(toldOf(kit)).toEqual({ disconnected: 'Mock Wallet', asked: 'message' })
  expect(openOf(kit)).toEqual([])
})

test('the modal closes if nothing waits', async () => {
  const { kit, wallet } = await asking()
  wallet.emit({ type: 'disconnect' })
  expect(modalOf(kit).isOpen).toBe(false)
})
