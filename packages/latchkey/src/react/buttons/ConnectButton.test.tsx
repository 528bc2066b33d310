import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../features/connection/connect.js'
import { openPairing } from '../../features/connection/openPairing.js'
import { closePairing } from '../../features/connection/pairingRounds.js'
import { walletConnectId } from '../../features/walletConnectId.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector } from '../../testing/mockConnector.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { ConnectButton } from './ConnectButton.js'

afterEach(() => void Reflect.deleteProperty(window, 'TelegramWebviewProxy'))

async function draw() {
  const never = { connect: () => new Promise<never>(() => {}) }
  const relay = mockConnector({ id: walletConnectId, type: 'WALLET_CONNECT' }, never)
  const kit = createTestKit({ connectors: [relay, mockConnector({}, never)] })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <LatchkeyProvider kit={kit}>
      <ConnectButton />
    </LatchkeyProvider>,
  )
  const button = () => container.querySelector('[data-latchkey]')?.shadowRoot?.querySelector('button')
  await vi.waitFor(() => expect(button()?.textContent).toBe('Connect wallet'))
  return { kit, words: () => button()?.textContent, end: () => root.unmount() }
}

test('a code on the screen leaves the button as it is; a wallet that is asked does not', async () => {
  const { kit, words, end } = await draw()
  openPairing(kit).catch(() => {})
  expect(kit.store.getState().connection.status.eip155).toBe('connecting')
  await new Promise(requestAnimationFrame)
  expect(words()).toBe('Connect wallet')
  connect(kit, { connectorId: 'mock' }).catch(() => {})
  await vi.waitFor(() => expect(words()).toBe('Connecting…'))
  end()
})

test('in a browser that the visitor leaves for the wallet’s app it says that it connects (spec §4)', async () => {
  Object.assign(window, { TelegramWebviewProxy: {} })
  const { kit, words, end } = await draw()
  openPairing(kit).catch(() => {})
  await vi.waitFor(() => expect(words()).toBe('Connecting…'))
  closePairing(kit)
  await vi.waitFor(() => expect(words()).toBe('Connect wallet'))
  end()
})
