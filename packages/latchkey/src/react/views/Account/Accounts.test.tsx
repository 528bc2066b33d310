import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { memoryStorage } from '../../../core/storageBackends.js'
import { connect } from '../../../features/connection/connect.js'
import { restoreConnections } from '../../../features/connection/restoreConnections.js'
import { openModal } from '../../../features/modal/openModal.js'
import { restoreNetwork } from '../../../features/network/restoreNetwork.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockAdapter } from '../../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { clear, draw, patience } from '../../testing/draw.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const sol = 'So1ana1111111111111111111111111111111111111'
afterEach(clear)

const row = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name })
const rows = {
  alice: row(/^0xd8dA…A96045/),
  bob: row(/^0x7099…dc79C8/),
  sol: row(/^So1a…111111/),
}

function kitWith(storage = memoryStorage()) {
  const evmSession = mockSession([alice, bob])
  const solSession = {
    namespaces: {
      solana: { addresses: [sol] as const, networkId: 'solana:main', approvedNetworkIds: 'all' },
    },
  } as const
  const evm = mockConnector(
    { id: 'evm', name: 'Meadow' },
    { connect: () => evmSession, restore: () => evmSession },
  )
  const solana = mockConnector(
    { id: 'sol', name: 'Harbour', namespaces: ['solana'] },
    { connect: () => solSession, restore: () => solSession },
  )
  const getBalance = async () => ({ units: 0n, decimals: 18, symbol: 'ETH' })
  const kit = createTestKit({
    storage,
    connectors: [evm, solana],
    adapters: [mockAdapter({ getBalance }), mockAdapter({ namespace: 'solana', getBalance })],
    networks: [mockNetwork(1), mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })],
  })
  return { kit, evm, solana, storage }
}

async function show(kit: ReturnType<typeof kitWith>['kit']) {
  clear()
  document.body.replaceChildren()
  draw(kit)
  openModal(kit, { view: { name: 'Accounts' } })
  await expect.element(rows.alice, patience).toBeVisible()
}

test('the accounts of two wallets: all listed, used, ended by wallet, and there again after a reload', async () => {
  const { kit, evm, solana, storage } = kitWith()
  await connect(kit, { connectorId: 'evm' })
  await connect(kit, { connectorId: 'sol' })
  await show(kit)
  await expect.element(rows.bob).toBeVisible()
  await expect.element(rows.sol).toHaveAttribute('aria-current', 'true')
  await expect.element(row(/Disconnect.*Meadow/)).toBeVisible()

  await rows.bob.click()
  openModal(kit, { view: { name: 'Accounts' } })
  await expect.element(rows.bob, patience).toHaveAttribute('aria-current', 'true')
  await expect.element(rows.alice).not.toHaveAttribute('aria-current')
  expect([...evm.calls, ...solana.calls]).toEqual(['connect', 'connect'])

  const next = kitWith(storage).kit
  restoreNetwork(next)
  restoreConnections(next)
  await next.clock.advance(0)
  await show(next)
  await expect.element(rows.bob).toHaveAttribute('aria-current', 'true')
  await expect.element(rows.sol).toBeVisible()

  await row(/Disconnect.*Harbour/).click()
  await expect.element(rows.sol).not.toBeInTheDocument()
  await expect.element(rows.bob).toHaveAttribute('aria-current', 'true')
  // With one wallet left the list has no groups, and offers to connect a wallet for the other family.
  await expect.element(row(/Disconnect/)).not.toBeInTheDocument()
  await expect.element(row(/Connect another wallet/)).toBeVisible()
})
