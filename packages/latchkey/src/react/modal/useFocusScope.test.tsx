import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { connect } from '../../features/connection/connect.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { openModal } from '../../features/modal/openModal.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { bob, sendKit } from '../../testing/sendKit.js'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { clear, draw, patience } from '../testing/draw.js'
import { deepActiveElement } from './useFocusScope.js'

afterEach(clear)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const focused = () => deepActiveElement(document)
/** Checks that the focus is in the modal, not on the page behind it. */
const isInside = () => dialog().element().contains(focused())

test('the button that asked the wallet is disabled under the focus: the modal keeps it, and Escape closes', async () => {
  const { kit, fill, state } = await sendKit({ send: () => new Promise(() => {}) })
  const { portfolios } = state().account
  openModal(kit, { view: { name: 'WalletSend' } })
  draw(kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await kit.clock.advance(0)
  kit.store.setState((all) => ({ ...all, account: { ...all.account, portfolios } }))
  await fill('0.5', bob)
  await button('Preview send').click()
  await expect.element(button('Send'), patience).toBeVisible()
  const approve = button('Approve in Mock Wallet')
  await vi.waitFor(async () => {
    // A busy browser may start the button's dead time late.
    await kit.clock.advance(500)
    const send = button('Send').query()
    if (send instanceof HTMLElement) send.focus()
    if (send !== null) await userEvent.keyboard('{Enter}')
    expect(approve.query()).toHaveProperty('disabled', true)
  }, patience)
  await vi.waitFor(() => expect(isInside()).toBe(true))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(state().modal.isOpen).toBe(false))
})

test("a wallet's overlay goes with the focus: Tab stays in the modal, and Escape closes it", async () => {
  const wallet = mockConnector({}, { connect: () => new Promise(() => {}) })
  const kit = createTestKit({ connectors: [wallet] })
  openModal(kit, { view: { name: 'ConnectingExternal', parameters: { connectorId: 'mock' } } })
  draw(kit)
  await expect.element(dialog(), patience).toBeVisible()
  const link = document.body.appendChild(document.createElement('a'))
  link.href = '#behind'
  link.textContent = 'Behind'
  const lose = () => {
    const overlay = document.body.appendChild(document.createElement('button'))
    overlay.focus()
    expect(focused()).toBe(overlay)
    overlay.remove()
  }
  lose()
  await userEvent.keyboard('{Tab}')
  expect(isInside()).toBe(true)
  lose()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(false))
})

test("what a wallet's overlay focuses by itself keeps the focus and its Escape", async () => {
  const wallet = mockConnector({}, { connect: () => Promise.reject(new Error('no')) })
  const kit = createTestKit({ connectors: [wallet] })
  openModal(kit)
  draw(kit)
  await expect.element(dialog(), patience).toBeVisible()
  const overlay = document.body.appendChild(document.createElement('button'))
  overlay.focus()
  await connect(kit, { connectorId: 'mock' }).catch(() => {})
  await userEvent.keyboard('{Escape}')
  expect(focused()).toBe(overlay)
  expect(kit.store.getState().modal.isOpen).toBe(true)
})

test('Back returns the focus to the button that led away', async () => {
  const { kit } = await sendKit()
  openModal(kit, { view: { name: 'Account' } })
  draw(kit)
  await expect.element(button('Receive'), patience).toBeVisible()
  ;(button('Receive').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Receive' }), patience).toBeVisible()
  await vi.waitFor(() => expect(focused()).toBe(dialog().element()))
  await button('Back').click()
  await expect.element(button('Receive'), patience).toBeVisible()
  await vi.waitFor(() => expect(focused()).toBe(button('Receive').element()))
})

test('connecting and disconnecting replace the button that opened the modal: the new one has the focus', async () => {
  const wallet = mockConnector({}, { connect: () => mockSession([bob]), disconnect: () => {} })
  const kit = createTestKit({ connectors: [wallet] })
  draw(kit, <ConnectButton />)
  await expect.element(button('Connect wallet'), patience).toBeVisible()
  ;(button('Connect wallet').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog(), patience).toBeVisible()
  await connect(kit, { connectorId: 'mock' })
  const account = page.getByRole('button', { name: /0x/ })
  await expect.element(account, patience).toBeVisible()
  await vi.waitFor(() => expect(focused()).toBe(account.element()))
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog(), patience).toBeVisible()
  await disconnect(kit)
  await expect.element(button('Connect wallet'), patience).toBeVisible()
  await vi.waitFor(() => expect(focused()).toBe(button('Connect wallet').element()))
})
