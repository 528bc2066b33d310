import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Config } from '../../core/Config.js'
import { connect } from '../../features/connection/connect.js'
import { type Kit, update } from '../../features/Kit.js'
import { openModal } from '../../features/modal/openModal.js'
import { updateOptions } from '../../features/options/updateOptions.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { clear, draw, patience } from '../testing/draw.js'
import { Modal } from './ModalMount.js'

// The effects of the options that only screens read.

afterEach(() => {
  clear()
  vi.restoreAllMocks()
})

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name })

const kitWith = (config: Partial<Config> = {}) =>
  createTestKit({ connectors: [mockConnector({}, { connect: () => mockSession() })], ...config })

async function openFor(config: Partial<Config>, { isConnected = false } = {}) {
  const kit = kitWith(config)
  draw(kit)
  if (isConnected) await connect(kit, { connectorId: 'mock' })
  openModal(kit)
  await expect.element(heading(isConnected ? 'Account' : 'Connect wallet'), patience).toBeVisible()
  return kit
}

test('enableWalletGuide: the way to learn of wallets, in the head and at the foot', async () => {
  await openFor({})
  await expect.element(button('Get started'), patience).toBeVisible()
  expect(button('What is a wallet?').query()).not.toBeNull()
  clear()
  await openFor({ enableWalletGuide: false })
  await expect.element(button(/^Mock/), patience).toBeVisible()
  expect(button('Get started').query()).toBeNull()
  expect(button('What is a wallet?').query()).toBeNull()
})

test('a screen that shows follows what the host changes', async () => {
  const kit = await openFor({})
  await expect.element(button('Get started'), patience).toBeVisible()
  updateOptions(kit, {
    enableWalletGuide: false,
    termsConditionsUrl: 'https://app.example/terms',
    features: { legalCheckbox: true },
  })
  await expect.element(page.getByRole('checkbox'), patience).toBeVisible()
  expect(button('Get started').query()).toBeNull()
  expect(button('What is a wallet?').query()).toBeNull()
})

describe('termsConditionsUrl and privacyPolicyUrl', () => {
  const [terms, privacy] = ['https://app.example/terms', 'https://app.example/privacy']
  test.each([
    [
      { termsConditionsUrl: terms, privacyPolicyUrl: privacy },
      'agree to our terms of service and privacy policy.',
      [terms, privacy],
    ],
    [{ termsConditionsUrl: terms }, 'agree to our terms of service.', [terms]],
    [{ privacyPolicyUrl: privacy }, 'agree to our privacy policy.', [privacy]],
  ])('%j: the note names and links them', async (config, words, urls) => {
    await openFor(config)
    await expect.element(page.getByText(words), patience).toBeVisible()
    const links = page.getByRole('link').elements() as HTMLAnchorElement[]
    expect(links.map(({ href, rel, target }) => [href, rel, target])).toEqual(
      urls.map((url) => [url, 'noopener noreferrer', '_blank']),
    )
  })

  test('without either there is no note', async () => {
    await openFor({})
    await expect.element(button(/^Mock/), patience).toBeVisible()
    expect(page.getByText(/agree/).query()).toBeNull()
  })
})

test('allWallets: the row is on the connect screen, or not', async () => {
  await openFor({ enableWalletConnect: true })
  await expect.element(button(/^All wallets/), patience).toBeVisible()
  clear()
  await openFor({ enableWalletConnect: true, allWallets: 'HIDE' })
  await expect.element(button(/^Mock/), patience).toBeVisible()
  expect(button(/^All wallets/).query()).toBeNull()
})

test('enableNetworkSwitch: the account’s head leads to the networks, or does not', async () => {
  await openFor({}, { isConnected: true })
  await expect.element(button(/^Switch network, now/), patience).toBeVisible()
  clear()
  await openFor({ enableNetworkSwitch: false }, { isConnected: true })
  expect(button(/^Switch network, now/).query()).toBeNull()
})

test('features.history: the account has a tab of what was done, or not', async () => {
  // The service has not answered yet: the account shows placeholders.
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}))
  const services = { blockchain: 'https://blockchain.invalid' }
  await openFor({ services }, { isConnected: true })
  await expect.element(page.getByRole('tab', { name: 'Activity' }), patience).toBeVisible()
  clear()
  await openFor({ services, features: { history: false } }, { isConnected: true })
  await expect.element(page.getByRole('tab', { name: 'Tokens' }), patience).toBeVisible()
  expect(page.getByRole('tab', { name: 'Activity' }).query()).toBeNull()
})

test.each([
  [
    'the host opens the account at it',
    (kit: Kit) => openModal(kit, { view: { name: 'Account', parameters: { tab: 'activity' } } }),
  ],
  [
    'the visitor chose it before',
    (kit: Kit) => {
      update(kit, 'modal', (modal) => ({ ...modal, accountTab: 'activity' as const }))
      openModal(kit)
    },
  ],
])('features.history: without it, the account shows and fetches no activity if %s', async (_, open) => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (address) =>
      String(address).includes('supported-chains')
        ? Response.json({ http: ['eip155:1'], ws: [] })
        : new Promise(() => {}),
    )
  const kit = kitWith({ services: { blockchain: 'https://blockchain.invalid' } })
  draw(kit)
  await connect(kit, { connectorId: 'mock' })
  updateOptions(kit, { features: { history: false } })
  open(kit)
  const tokens = page.getByRole('tab', { name: 'Tokens' })
  await expect.element(tokens, patience).toHaveAttribute('aria-selected', 'true')
  await vi.waitFor(() => expect(String(fetched.mock.calls)).toContain('/balance'))
  expect(page.getByRole('region', { name: 'Activity' }).query()).toBeNull()
  expect(String(fetched.mock.calls)).not.toContain('/history')
})

test('features.receive: the account has the button, or not', async () => {
  await openFor({}, { isConnected: true })
  await expect.element(button('Receive'), patience).toBeVisible()
  clear()
  await openFor({ features: { receive: false } }, { isConnected: true })
  await expect.element(button(/^Disconnect/), patience).toBeVisible()
  expect(button('Receive').query()).toBeNull()
})

test('disableAppend: the modal is where the host puts it, and nowhere else', async () => {
  const kit = kitWith({ disableAppend: true })
  draw(
    kit,
    <main>
      <Modal />
    </main>,
  )
  openModal(kit)
  await expect.element(dialog(), patience).toBeVisible()
  const mounts = document.querySelectorAll('[data-latchkey="modal"]')
  expect([...mounts].map((mount) => mount.closest('main') !== null)).toEqual([true])
})
