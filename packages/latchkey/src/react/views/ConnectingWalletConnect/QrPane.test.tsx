import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ConnectorSession } from '../../../core/connector.js'
import { createDeferred } from '../../../core/deferred.js'
import { openPairing } from '../../../features/connection/openPairing.js'
import { openModal } from '../../../features/modal/openModal.js'
import { walletConnectId } from '../../../features/walletConnectId.js'
import { pairingLifetime } from '../../../protocol/constants.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

function setUp() {
  const answer = createDeferred<ConnectorSession>()
  const relay = mockConnector(
    { id: walletConnectId, type: 'WALLET_CONNECT' },
    { connect: () => answer.promise },
  )
  const kit = createTestKit({ connectors: [relay] })
  draw(kit)
  const offer = (uri: string) =>
    relay.emit({ type: 'pairing', uri, expiresAt: kit.clock.now() + pairingLifetime })
  return { kit, relay, offer, answer }
}

test('a code that nobody answered is renewed, and the screen says so', async () => {
  const { kit, offer } = setUp()
  openModal(kit, { view: { name: 'ConnectingWalletConnect' } })
  await expect.element(page.getByText('Scan this QR code'), patience).toBeVisible()
  offer('wc:1')
  await kit.clock.advance(1_000)
  const note = page.getByText('The code expired. Here is a new one.')
  expect(note.query()).toBeNull()
  await kit.clock.advance(pairingLifetime)
  offer('wc:2')
  await expect.element(note, patience).toBeVisible()
})

test('a wallet that was chosen and has connected is a recent one', async () => {
  const { kit, answer } = setUp()
  const wallet = { id: 'amber', name: 'Amber', mobile_link: 'amber://' }
  openModal(kit, { view: { name: 'ConnectingWalletConnect', parameters: { wallet } } })
  await expect.element(page.getByText('Scan this QR code with Amber'), patience).toBeVisible()
  answer.resolve(mockSession())
  await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(false), patience)
  expect(kit.store.getState().wallets.recent.map(({ id }) => id)).toEqual(['amber'])
})

test('a wallet that has disconnected is named when the modal opens next', async () => {
  const { kit, relay, answer } = setUp()
  answer.resolve({ ...mockSession(), wallet: { name: 'Phone wallet' } })
  await openPairing(kit)
  relay.emit({ type: 'disconnect' })
  openModal(kit)
  await expect.element(page.getByText('Phone wallet has disconnected'), patience).toBeVisible()
})
