import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { connect } from '../../features/connection/connect.js'
import { goBack, pushView } from '../../features/modal/navigate.js'
import { openModal } from '../../features/modal/openModal.js'
import { type Screen, screens, type View } from '../../features/modal/screens.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { LatchkeyProvider } from '../LatchkeyProvider.js'
import { screenParts } from './screenParts.js'

// A new screen needs only its record and its component. This test adds one to the tables.

const view = { name: 'Tides', parameters: { harbour: 'Tidepool' } } as unknown as View
const patience = { timeout: 10_000 }

function Tides({ parameters }: { readonly parameters: { readonly harbour: string } }) {
  return <p>High water in {parameters.harbour} at noon</p>
}

function add(rules: Screen) {
  Object.assign(screens, { Tides: rules })
  Object.assign(screenParts, { Tides: { load: async () => Tides, title: () => 'Tides' } })
}

afterEach(() => {
  Reflect.deleteProperty(screens, 'Tides')
  Reflect.deleteProperty(screenParts, 'Tides')
  vi.restoreAllMocks()
})

async function setUp() {
  vi.setConfig({ testTimeout: 30_000 })
  const kit = createTestKit({ connectors: [mockConnector({}, { connect: () => mockSession() })] })
  const { unmount } = await render(<LatchkeyProvider kit={kit}>{null}</LatchkeyProvider>)
  return { kit, unmount }
}

const heading = (name: string) => page.getByRole('heading', { level: 2, name })

test('a new screen has its title, its way back, and comes after the ways to connect', async () => {
  add({ needs: 'account' })
  const { kit, unmount } = await setUp()
  openModal(kit, { view })
  await expect.element(heading('Connect wallet'), patience).toBeVisible()
  await connect(kit, { connectorId: 'mock' })
  await expect.element(heading('Tides'), patience).toBeVisible()
  await expect.element(page.getByText('High water in Tidepool at noon'), patience).toBeVisible()
  openModal(kit)
  pushView(kit, view)
  await expect.element(page.getByRole('button', { name: 'Back' }), patience).toBeVisible()
  goBack(kit)
  await expect.element(heading('Account'), patience).toBeVisible()
  unmount()
})

test('a new screen that must be answered shakes in place of closing', async () => {
  add({ canClose: () => false })
  const { kit, unmount } = await setUp()
  openModal(kit, { view })
  await expect.element(heading('Tides'), patience).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(kit.store.getState().modal).toMatchObject({ isOpen: true, isShaking: true })
  unmount()
})

test('a screen that nobody added does not open, and the console says so', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { kit, unmount } = await setUp()
  openModal(kit, { view })
  await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(false), patience)
  expect(complaint.mock.calls.map(([error]) => error)).toEqual([
    expect.objectContaining({ code: 'SCREEN_NOT_OFFERED' }),
  ])
  unmount()
})
