import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pushView } from '../../../features/modal/navigate.js'
import { openModal } from '../../../features/modal/openModal.js'
import { walletError } from '../../../protocol/walletErrors.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockConnector } from '../../../testing/mockConnector.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

test('a request is open in the wallet already: one sentence says so, and nothing has failed', async () => {
  const refuse = () => {
    throw walletError('REQUEST_ALREADY_PENDING', { slots: { wallet: 'Mock Wallet' } })
  }
  const kit = createTestKit({ connectors: [mockConnector({}, { connect: refuse })] })
  openModal(kit, { view: { name: 'ConnectingExternal', parameters: { connectorId: 'mock' } } })
  draw(kit)
  await expect.element(page.getByText('Continue in Mock Wallet'), patience).toBeVisible()
  await kit.clock.advance(0)
  await expect
    .element(
      page.getByText('A request is already open in Mock Wallet. Open your wallet to continue.'),
      patience,
    )
    .toBeVisible()
  await expect.element(page.getByText('A request may still be open in the wallet.')).not.toBeInTheDocument()
  expect(page.getByRole('dialog').element().querySelector('.ring')?.getAttribute('data-state')).toBe(
    'waiting',
  )
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toHaveAttribute('data-variant', 'secondary')
})

test('a wallet that answers without an account: nothing says that its request may still be open', async () => {
  const refuse = () => {
    throw walletError('NO_ACCOUNTS_FOUND')
  }
  const kit = createTestKit({ connectors: [mockConnector({}, { connect: refuse })] })
  openModal(kit, { view: { name: 'ConnectingExternal', parameters: { connectorId: 'mock' } } })
  draw(kit)
  await expect.element(page.getByText('Continue in Mock Wallet'), patience).toBeVisible()
  await kit.clock.advance(0)
  await expect.element(page.getByText('No accounts found'), patience).toBeVisible()
  await expect.element(page.getByText('A request may still be open in the wallet.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a wallet of several families that is gone: its screen has a way back', async () => {
  const kit = createTestKit({})
  openModal(kit)
  pushView(kit, { name: 'ConnectingMultiChain', parameters: { name: 'Meadow', connectorIds: ['gone'] } })
  draw(kit)
  await expect.element(page.getByText('Provider not found'), patience).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).last().click()
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
})
