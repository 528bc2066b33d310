import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Config } from '../../../core/Config.js'
import { goBack } from '../../../features/modal/navigate.js'
import { openModal } from '../../../features/modal/openModal.js'
import type { View } from '../../../features/modal/screens.js'
import { updateOptions } from '../../../features/options/updateOptions.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockConnector } from '../../../testing/mockConnector.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

const dialog = () => page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const continueWith = () => button('Continue with a wallet')
const walletRow = () => button(/^Mock/)

async function setUp(config: Partial<Config> = {}, view?: View) {
  const kit = createTestKit({ connectors: [mockConnector({})], ...config })
  draw(kit)
  openModal(kit, { view })
  await expect.element(dialog(), patience).toBeVisible()
  return { kit, stack: () => kit.store.getState().modal.stack.map(({ name }) => name) }
}

describe('features.collapseWallets', () => {
  test('one button in place of the list, which has a screen of its own; back leads here', async () => {
    const { stack } = await setUp({ features: { collapseWallets: true } })
    await expect.element(continueWith(), patience).toBeVisible()
    expect(walletRow().query()).toBeNull()
    await continueWith().click()
    await expect.element(walletRow(), patience).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
    expect(stack()).toEqual(['Connect', 'ConnectWallets'])
    await walletRow().click()
    await vi.waitFor(() => expect(stack()).toEqual(['Connect', 'ConnectWallets', 'ConnectingExternal']))
    await button('Back').click()
    await expect.element(walletRow(), patience).toBeVisible()
    await button('Back').click()
    await expect.element(continueWith(), patience).toBeVisible()
    expect(stack()).toEqual(['Connect'])
  })

  test('set while the app runs, it counts from the next opening on', async () => {
    const { kit } = await setUp()
    await expect.element(walletRow(), patience).toBeVisible()
    updateOptions(kit, { features: { collapseWallets: true } })
    openModal(kit, { view: { name: 'WhatIsAWallet' } })
    await expect.element(page.getByRole('heading', { name: 'What is a wallet?' }), patience).toBeVisible()
    openModal(kit)
    await expect.element(continueWith(), patience).toBeVisible()
  })

  test('nothing to continue with where wallets are not offered', async () => {
    await setUp({ features: { collapseWallets: true }, enableWallets: false })
    await expect.element(page.getByText('No wallet found in this browser'), patience).toBeVisible()
    expect(continueWith().query()).toBeNull()
  })
})

describe('features.legalCheckbox', () => {
  const config = {
    features: { legalCheckbox: true, collapseWallets: true },
    termsConditionsUrl: 'https://app.example/terms',
  } as const
  const box = () => page.getByRole('checkbox')

  test('nobody gets past it, whichever screen they begin on', async () => {
    for (const view of [undefined, { name: 'ConnectWallets' } as const]) {
      await setUp(config, view)
      await expect.element(box(), patience).not.toBeChecked()
      const way = view === undefined ? continueWith() : walletRow()
      expect(way.element().closest('[inert]')).not.toBeNull()
      clear()
      document.body.replaceChildren()
    }
  })

  test('ticked once it stays ticked, there and back', async () => {
    const { kit } = await setUp(config)
    await box().click()
    await continueWith().click()
    await expect.element(walletRow(), patience).toBeVisible()
    await expect.element(box()).toBeChecked()
    goBack(kit)
    await expect.element(continueWith(), patience).toBeVisible()
    await expect.element(box()).toBeChecked()
    expect(continueWith().element().closest('[inert]')).toBeNull()
  })
})
