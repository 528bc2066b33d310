import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openModal } from '../../../features/modal/openModal.js'
import { type MockConnector, mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { alice, bob, sendKit } from '../../../testing/sendKit.js'
import { clear, draw, patience } from '../../testing/draw.js'

afterEach(clear)

const link = `ethereum:${bob}@10?value=2.5e17`
const switchButton = page.getByRole('button', { name: 'Switch network', exact: true })
const recipient = page.getByLabelText('Recipient')

/** Renders a form on chain 1 that contains a payment link for chain 10. */
async function setUp(move: (wallet: MockConnector) => void) {
  const coin = { nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
  const wallet: MockConnector = mockConnector(
    {},
    { connect: () => mockSession([alice]), switchNetwork: () => move(wallet) },
  )
  const networks = [mockNetwork(1, coin), mockNetwork(10, { ...coin, name: 'Tenth' })] as const
  const sending = await sendKit({}, undefined, {}, { connectors: [wallet], networks })
  openModal(sending.kit, { view: { name: 'WalletSend' } })
  draw(sending.kit)
  await expect.element(page.getByLabelText('Amount'), patience).toBeVisible()
  await sending.fill('0.1', link)
  return { ...sending, wallet }
}

test('a link for another network says for which, and one press switches and fills it in', async () => {
  const { wallet, settle, plan } = await setUp((wallet) => {
    wallet.emit({ type: 'session', session: mockSession([alice], 10) })
  })
  await expect.element(page.getByText('This link is for Tenth.')).toBeVisible()
  await switchButton.click()
  await vi.waitFor(() => expect(plan()?.network.caipNetworkId).toBe('eip155:10'))
  await settle()
  expect(wallet.calls).toContain('switchNetwork eip155:10')
  await expect.element(recipient).toHaveValue(bob)
  await expect.element(page.getByLabelText('Amount')).toHaveValue('0.25')
  await expect.element(switchButton).not.toBeInTheDocument()
})

test('a wallet that cannot switch: the form says so, keeps the link, and the button is there to try again', async () => {
  const { settle, plan } = await setUp(() => {
    throw new Error('no such chain here')
  })
  await switchButton.click()
  await settle()
  await expect.element(page.getByText('Chain is not supported')).toBeVisible()
  await expect.element(recipient).toHaveValue(link)
  await expect.element(switchButton).toBeEnabled()
  expect(plan()?.network.caipNetworkId).toBe('eip155:1')
})
