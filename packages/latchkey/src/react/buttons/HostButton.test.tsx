import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { ConnectButton } from './ConnectButton.js'
import { NetworkButton } from './NetworkButton.js'

test('buttons stand in a line with what is beside them', async () => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <LatchkeyProvider kit={createTestKit()}>
      <ConnectButton />
      <NetworkButton />
    </LatchkeyProvider>,
  )
  const boxes = () =>
    [...container.querySelectorAll('[data-latchkey]')].map(
      (host) => host.shadowRoot?.querySelector('button')?.getBoundingClientRect() ?? new DOMRect(),
    )
  await vi.waitFor(() => expect(boxes().filter(({ width }) => width > 0)).toHaveLength(2))
  const [connect, network] = boxes()
  expect(network?.top).toBe(connect?.top)
  expect(network?.left).toBeGreaterThanOrEqual(connect?.right ?? Number.POSITIVE_INFINITY)
  root.unmount()
})
