import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AccountFacts } from '../../../core/connector.js'
import type { Transfers } from '../../../core/transfers.js'
import { accountOf } from '../../../features/account/state.js'
import { connect } from '../../../features/connection/connect.js'
import { openModal } from '../../../features/modal/openModal.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockConnector } from '../../../testing/mockConnector.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { clear, draw, patience } from '../../testing/draw.js'

const payment = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ordinals = 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'
const balances = new Map([
  [payment, 150_000_000n],
  [ordinals, 25_000_000n],
])
afterEach(clear)

const modal = page.getByRole('dialog')
// The matcher for focus does not look into shadow roots.
const focused = () => (modal.element().getRootNode() as ShadowRoot).activeElement?.textContent
const tab = (name: string) => modal.getByRole('tab', { name })

/** The account screen of a wallet with these accounts, its own choice first. */
async function show(accounts: readonly AccountFacts[]) {
  const [first, ...rest] = accounts.map(({ address }) => address)
  const granted = { addresses: [first ?? '', ...rest] as const, accounts, networkId: 'bip122:main' } as const
  const session = { namespaces: { bip122: { ...granted, approvedNetworkIds: 'all' } } } as const
  const wallet = mockConnector(
    { id: 'coins', name: 'Harbour', namespaces: ['bip122'] },
    { connect: () => session },
  )
  const kit = createTestKit({
    connectors: [wallet],
    adapters: [
      mockAdapter({
        namespace: 'bip122',
        transfers: async () => ({}) as unknown as Transfers,
        async getBalance({ address }) {
          return { units: balances.get(address) ?? 0n, decimals: 8, symbol: 'BTC' }
        },
      }),
    ],
    networks: [mockNetwork(0, { id: 'main', chainNamespace: 'bip122', name: 'Bitcoin' })],
  })
  await connect(kit, { connectorId: 'coins' })
  draw(kit)
  openModal(kit, { view: { name: 'Account' } })
  return { kit, wallet }
}

const both = [
  { address: payment, type: 'payment' },
  { address: ordinals, type: 'ordinal' },
]

test('a tab tells which account is shown, and shows the other one with its balance', async () => {
  const { kit, wallet } = await show(both)
  await expect.element(tab('Payment'), patience).toHaveAttribute('aria-selected', 'true')
  await expect.element(modal.getByRole('tablist', { name: 'Your accounts' })).toBeVisible()
  await expect.element(modal.getByText(/^1\.50* BTC$/)).toBeVisible()

  await tab('Ordinals').click()
  await expect.element(tab('Ordinals')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab('Payment')).toHaveAttribute('aria-selected', 'false')
  const panel = modal.getByRole('tabpanel', { name: 'Ordinals' })
  await expect.element(panel.getByText(ordinals)).toBeInTheDocument()
  await expect.element(panel.getByText(/^0\.250* BTC$/)).toBeVisible()
  expect(accountOf(kit.store.getState())?.address).toBe(ordinals)
  // The wallet has granted both, and is not asked.
  expect(wallet.calls).toEqual(['connect'])

  await modal.getByRole('button', { name: 'Receive' }).click()
  await expect.element(modal.getByText('QR code')).toBeVisible()
  await expect.element(modal.getByText(ordinals).first()).toBeInTheDocument()
})

test('Send is offered for payments only: an account for ordinals spends nothing', async () => {
  await show(both)
  const send = modal.getByRole('button', { name: 'Send' })
  await expect.element(send, patience).toBeVisible()
  await tab('Ordinals').click()
  await expect.element(send).not.toBeInTheDocument()
  await tab('Payment').click()
  await expect.element(send).toBeVisible()
})

test('arrow keys change the account, and the focus stays on its tab', async () => {
  const { kit } = await show(both)
  await expect.element(tab('Payment'), patience).toBeVisible()
  ;(tab('Payment').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(focused).toBe('Ordinals')
  expect(accountOf(kit.store.getState())?.address).toBe(ordinals)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(focused).toBe('Payment')
  expect(accountOf(kit.store.getState())?.address).toBe(payment)
})

test('of several accounts for payments, the one in use stays when its tab is pressed', async () => {
  const second = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
  const { kit } = await show([{ address: second, type: 'payment' }, ...both])
  await expect.element(tab('Payment'), patience).toBeVisible()
  await tab('Payment').click()
  expect(accountOf(kit.store.getState())?.address).toBe(second)
})

test.each([
  ['one account', [{ address: ordinals, type: 'ordinal' }]],
  ['accounts of one kind', both.map((one) => ({ ...one, type: 'payment' }))],
  ['an account for both', both.map((one) => ({ ...one, type: 'shared' }))],
])('%s has no tabs', async (_, accounts) => {
  await show(accounts)
  await expect.element(modal.getByText(accounts[0]?.address ?? ''), patience).toBeInTheDocument()
  await expect.element(modal.getByText('BTC').first()).toBeVisible()
  await expect.element(tab('Ordinals')).not.toBeInTheDocument()
})
