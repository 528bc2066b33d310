import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { connect } from '../../features/connection/connect.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { ConnectButtonCustom } from './ConnectButtonCustom.js'

test('a button of the host follows the connection, and opens what is wanted', async () => {
  const wallet = mockConnector({}, { connect: () => mockSession() })
  const kit = createTestKit({ connectors: [wallet] })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <LatchkeyProvider kit={kit}>
      <ConnectButtonCustom>
        {({ isConnected, shortAddress, chain, open, openNetworks }) => (
          <>
            <button type="button" onClick={open}>
              {isConnected ? shortAddress : 'Connect'}
            </button>
            <button type="button" onClick={openNetworks}>
              {chain?.name ?? 'No network'}
            </button>
          </>
        )}
      </ConnectButtonCustom>
    </LatchkeyProvider>,
  )
  const words = () => [...container.querySelectorAll('button')].map(({ textContent }) => textContent)
  const view = () => kit.store.getState().modal.stack.at(-1)?.name
  await vi.waitFor(() => expect(words()).toEqual(['Connect', 'No network']))
  container.querySelector('button')?.click()
  expect(view()).toBe('Connect')

  await connect(kit, { connectorId: 'mock' })
  await vi.waitFor(() => expect(words()[0]).toBe('0xd8dA…A96045'))
  container.querySelectorAll('button')[1]?.click()
  expect(view()).toBe('Networks')

  await disconnect(kit)
  await vi.waitFor(() => expect(words()[0]).toBe('Connect'))
  root.unmount()
})
