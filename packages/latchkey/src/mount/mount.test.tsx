import { afterEach, describe, expect, test, vi } from 'vitest'
import { defineElements } from '../element/defineElements.js'
import { connect } from '../features/connection/connect.js'
import { createTestKit } from '../testing/createTestKit.js'
import { mockConnector, mockSession } from '../testing/mockConnector.js'
import { type Mounted, mount } from './mount.js'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.body.replaceChildren()
})

const roots = () => [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
const dialog = () => roots().flatMap((root) => root.querySelector('[role="dialog"]') ?? [])[0]

describe('mount', () => {
  test('shows the modal when it is opened, in an element of its own, and takes it out again', async () => {
    const before = document.body.children.length
    mounted = mount(createTestKit())
    expect(document.body.children.length).toBe(before)
    mounted.open()
    // The tests' server now loads the modal from its sources.
    await vi.waitFor(() => expect(dialog()).toBeDefined(), { timeout: 10_000 })
    mounted.close()
    await vi.waitFor(() => expect(dialog()).toBeUndefined())
    mounted.unmount()
    await vi.waitFor(() => expect(document.body.children.length).toBe(before))
  })

  test('embedded, it is in its place from the start', async () => {
    const target = document.body.appendChild(document.createElement('main'))
    mounted = mount(createTestKit({ enableEmbedded: true }), { target })
    await vi.waitFor(() => expect(target.textContent ?? target.children.length).toBeDefined())
    await vi.waitFor(() => expect(target.children.length).toBeGreaterThan(0))
  })
})

test('elements in the page come to life, follow the state, and open the modal', async () => {
  document.body.innerHTML =
    '<latchkey-button label="Get in"></latchkey-button><latchkey-network-button></latchkey-network-button>' +
    '<latchkey-account-button></latchkey-account-button><latchkey-connect-button></latchkey-connect-button>'
  const wallet = mockConnector({}, { connect: () => mockSession() })
  const kit = createTestKit({ connectors: [wallet] })
  mounted = defineElements(kit)
  const button = (name: string) =>
    document.querySelector(name)?.shadowRoot?.querySelector('span')?.shadowRoot?.querySelector('button') ??
    undefined
  expect(button('latchkey-button')?.textContent).toBe('Get in')
  expect(button('latchkey-connect-button')?.textContent).toBe('Connect wallet')
  expect(button('latchkey-network-button')?.getAttribute('aria-label')).toMatch(/^Network: /)
  expect(button('latchkey-account-button')?.checkVisibility()).toBe(false)

  button('latchkey-button')?.click()
  await vi.waitFor(() => expect(dialog()).toBeDefined())
  await connect(kit, { connectorId: 'mock' })
  expect(button('latchkey-button')?.getAttribute('aria-label')).toMatch(/^Account 0xd8/)
  expect(button('latchkey-account-button')?.checkVisibility()).toBe(true)
  expect(button('latchkey-connect-button')?.checkVisibility()).toBe(false)
})
