import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { connect } from '../../../features/connection/connect.js'
import { openModal } from '../../../features/modal/openModal.js'
import { activeNetworkId } from '../../../features/network/state.js'
import { walletError } from '../../../protocol/walletErrors.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { clear, draw, patience } from '../../testing/draw.js'

// The tests' server loads the modal's parts on demand, from their sources.
beforeEach(() => vi.setConfig({ testTimeout: 30_000 }))

let ticking: ReturnType<typeof setInterval> | undefined
afterEach(() => {
  clearInterval(ticking)
  clear()
})

const getBalance = async () => ({ units: 0n, decimals: 18, symbol: 'ETH' })
const solanaOf = (id: string, testnet?: true) =>
  mockNetwork(0, { id, chainNamespace: 'solana', name: `Solana ${id}`, testnet })

const dialog = () => page.getByRole('dialog')
const group = (name: string) => dialog().getByRole('region', { name, exact: true })
const rowsIn = (name: string) =>
  group(name)
    .getByRole('button')
    .elements()
    .map((row) => row.textContent)

function setUp(switchNetwork?: () => void) {
  const evm = mockConnector({ id: 'evm', name: 'Meadow' }, { connect: () => mockSession() })
  const solana = mockConnector(
    { id: 'sol', name: 'Harbour', namespaces: ['solana'] },
    {
      switchNetwork,
      connect: () => ({
        namespaces: {
          solana: { addresses: ['So1'], networkId: 'solana:main', approvedNetworkIds: 'all' },
        },
      }),
    },
  )
  const kit = createTestKit({
    connectors: [evm, solana],
    adapters: [
      mockAdapter({ getBalance, name: 'EVM Networks' }),
      mockAdapter({ namespace: 'solana', name: 'Solana', getBalance }),
    ],
    networks: [
      mockNetwork(1, { name: 'Mainnet' }),
      solanaOf('main'),
      mockNetwork(5, { name: 'Practice', testnet: true }),
      mockNetwork(10, { name: 'Ten' }),
      solanaOf('dev', true),
      mockNetwork(0, { id: 'one', chainNamespace: 'toy', name: 'Bricks' }),
    ],
  })
  draw(kit)
  // The visitor waits on every screen.
  ticking = setInterval(() => void kit.clock.advance(100), 50)
  return { kit, active: () => activeNetworkId(kit.store.getState()) }
}

test('networks of several families stand under the names of their families, testnets last', async () => {
  const { kit } = setUp()
  openModal(kit, { view: { name: 'Networks' } })
  await expect
    .element(dialog().getByRole('heading', { name: 'EVM Networks', level: 3 }), patience)
    .toBeVisible()
  expect(rowsIn('EVM Networks')).toEqual(['Mainnet', 'Ten', 'Practice'])
  expect(rowsIn('Solana')).toEqual(['Solana main', 'Solana dev'])
  expect(rowsIn('toy')).toEqual(['Bricks'])
  await expect.element(group('Solana').getByRole('list', { name: 'Testnets' })).toBeVisible()
})

test('the search finds networks by the name of their family, and hides families without any', async () => {
  const { kit } = setUp()
  openModal(kit, { view: { name: 'Networks' } })
  await dialog().getByRole('searchbox').fill('evm')
  expect(rowsIn('EVM Networks')).toEqual(['Mainnet', 'Ten', 'Practice'])
  await expect.element(group('Solana')).not.toBeInTheDocument()
})

test('networks of one family have no headings', async () => {
  const kit = createTestKit({})
  draw(kit)
  openModal(kit, { view: { name: 'Networks' } })
  await expect.element(dialog().getByRole('list', { name: 'Networks' }), patience).toBeVisible()
  expect(dialog().getByRole('heading', { level: 3 }).elements()).toEqual([])
})

test('a network of another connected family: its wallet is asked, and a refusal is shown', async () => {
  const { kit, active } = setUp(() => {
    throw walletError('SWITCH_DECLINED')
  })
  await connect(kit, { connectorId: 'sol' })
  await connect(kit, { connectorId: 'evm' })
  openModal(kit, { view: { name: 'Networks' } })
  await dialog()
    .getByRole('button', { name: /Solana dev/ })
    .click()
  await expect.element(dialog().getByRole('button', { name: 'Try again' }), patience).toBeVisible()
  expect(active()).toBe('eip155:1')
})

test('the network that the wallet of another family is on: used at once, and its account shows', async () => {
  const { kit, active } = setUp()
  await connect(kit, { connectorId: 'sol' })
  await connect(kit, { connectorId: 'evm' })
  openModal(kit)
  await dialog()
    .getByRole('button', { name: /^Switch network/ })
    .click()
  await dialog()
    .getByRole('button', { name: /Solana main/ })
    .click()
  expect(active()).toBe('solana:main')
  await expect.element(dialog().getByText('So1', { exact: true }).first(), patience).toBeVisible()
})

test('a network of a family without a wallet: its wallets are offered', async () => {
  const { kit, active } = setUp()
  await connect(kit, { connectorId: 'evm' })
  openModal(kit)
  await dialog()
    .getByRole('button', { name: /^Switch network/ })
    .click()
  await dialog()
    .getByRole('button', { name: /Solana main/ })
    .click()
  expect(active()).toBe('solana:main')
  await expect.element(dialog().getByRole('button', { name: /Harbour/ }), patience).toBeVisible()
})
