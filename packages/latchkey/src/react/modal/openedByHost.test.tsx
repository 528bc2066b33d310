import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { statesOf } from '../../../../../apps/gallery/src/fixtures/fixtures.js'
import type { Config } from '../../core/Config.js'
import { memoryStorage } from '../../core/storageBackends.js'
import { connect } from '../../features/connection/connect.js'
import { openModal } from '../../features/modal/openModal.js'
import { screens, type View } from '../../features/modal/screens.js'
import { localSiwx } from '../../features/siwx/localSiwx.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'

// A host may open any screen at any time. Each screen then shows a text, or the modal stays closed.

const patience = { timeout: 10_000 }
const never = () => new Promise<never>(() => {})
const siwx = () => ({ siwx: localSiwx({ storage: memoryStorage(), required: false }) })
const situations = {
  'nobody is connected': [false, {}],
  'nobody is connected, and visitors sign in': [false, siwx()],
  'somebody is connected': [true, {}],
  'somebody is connected, and features are off': [true, { features: { send: false, receive: false } }],
} as const satisfies { readonly [name: string]: readonly [boolean, Partial<Config>] }

beforeEach(() => {
  vi.setConfig({ testTimeout: 60_000 })
  // The kit tells the host which screen it does not offer.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

describe.each(Object.keys(screens))('%s, opened by a host', (name) => {
  const view = statesOf(name)[0]?.[1].stack.at(-1) as View

  test.each(Object.entries(situations))('while %s: no empty box', async (_, [isConnected, config]) => {
    const kit = createTestKit({
      connectors: [mockConnector({}, { connect: () => mockSession(), switchNetwork: never })],
      adapters: [{ ...mockAdapter({ getBalance: never, signMessage: never }), transfers: never }],
      ...config,
    })
    const { unmount } = await render(<LatchkeyProvider kit={kit}>{null}</LatchkeyProvider>)
    if (isConnected) await connect(kit, { connectorId: 'mock' })
    openModal(kit, { view })
    await vi.waitFor(() => expect(emptiness(kit.store.getState().modal.isOpen)).toEqual([]), patience)
    unmount()
  })
})

/** Lists what an open modal lacks. */
function emptiness(isOpen: boolean): readonly string[] {
  const root = document.querySelector('[data-latchkey="modal"]')?.shadowRoot
  const shown = root?.querySelector('.view')
  if (!isOpen) return root?.querySelector('.dialog') ? ['it is not gone yet'] : []
  if (!(shown instanceof HTMLElement)) return ['nothing shows yet']
  const words = [...shown.querySelectorAll('p, span, strong, h3, label, li, dt, video')].filter(
    (element) => element.closest('button.button') === null && /\S/.test(element.textContent ?? ''),
  )
  return [
    ...(root?.querySelector('h2')?.textContent?.trim() ? [] : ['it has no title']),
    ...(words.length === 0 ? ['it says nothing'] : []),
    ...(shown.getBoundingClientRect().height < 60 ? ['it is empty'] : []),
  ]
}
