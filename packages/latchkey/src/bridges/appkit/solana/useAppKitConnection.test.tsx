import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { memoryStorage } from '../../../core/storageBackends.js'
import { defineNetwork } from '../../../networks/defineNetwork.js'
import { solana } from '../../../networks/others.js'
import { mockNetwork } from '../../../testing/mockNetwork.js'
import { EthersAdapter } from '../adapters.js'
import { createAppKit, modal } from '../react/createAppKit.js'
import { SolanaAdapter } from './SolanaAdapter.js'
import { useAppKitConnection } from './useAppKitConnection.js'

const evm = mockNetwork(1)
const local = defineNetwork({
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  namespace: 'solana',
  name: 'Local Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrl: 'http://127.0.0.1:8899/',
})

afterEach(() => {
  modal?.destroy()
  vi.restoreAllMocks()
})

function Host() {
  const { connection } = useAppKitConnection()
  if (connection === undefined) return <p>none</p>
  const { _rpcWsEndpoint: socket } = connection as unknown as { readonly _rpcWsEndpoint: string }
  return (
    <>
      <p>{`${connection.rpcEndpoint} ${connection.commitment}`}</p>
      <p data-testid="socket">{socket}</p>
    </>
  )
}

function options(adapter: SolanaAdapter) {
  return {
    networks: [local, evm] as const,
    adapters: [adapter, new EthersAdapter()],
    storage: memoryStorage(),
    enableWalletConnect: false,
  }
}

test('the connection is to the Solana network in use, with the adapter’s settings', async () => {
  const appKit = createAppKit(options(new SolanaAdapter({ connectionSettings: { commitment: 'finalized' } })))
  const screen = await render(<Host />)
  await expect.element(screen.getByText('http://127.0.0.1:8899/ finalized')).toBeVisible()
  await appKit.switchNetwork(evm)
  await expect.element(screen.getByText('none')).toBeVisible()
})

test('services that serve the chain are asked first', async () => {
  const services = 'https://wallet.example.com'
  createAppKit({ ...options(new SolanaAdapter()), networks: [solana, evm], services, projectId: 'open' })
  const screen = await render(<Host />)
  await expect.element(screen.getByText(/^https:\/\/wallet\.example\.com\/\S+ confirmed$/)).toBeVisible()
})

test('subscriptions go to the port of the services, whatever it is', async () => {
  const services = 'https://wallet.example.com:8443'
  createAppKit({ ...options(new SolanaAdapter()), networks: [solana, evm], services, projectId: 'open' })
  const screen = await render(<Host />)
  await expect
    .element(screen.getByTestId('socket'))
    .toHaveTextContent(/^wss:\/\/wallet\.example\.com:8443\/v1\/\?chainId=solana%3A\S+$/)
})

test('subscriptions of a network without services go where it says, else where its library looks', async () => {
  const { default: own } = local.rpcUrls
  const named = { ...local, rpcUrls: { default: { ...own, webSocket: ['ws://127.0.0.1:8899/socket'] } } }
  createAppKit({ ...options(new SolanaAdapter()), networks: [named, evm] })
  const screen = await render(<Host />)
  await expect.element(screen.getByTestId('socket')).toHaveTextContent('ws://127.0.0.1:8899/socket')
  await screen.unmount()
  modal?.destroy()
  createAppKit(options(new SolanaAdapter()))
  const other = await render(<Host />)
  await expect.element(other.getByTestId('socket')).toHaveTextContent('ws://127.0.0.1:8900/')
})

test('subscriptions go to the host’s own address before any other', async () => {
  const connectionSettings = { commitment: 'processed', wsEndpoint: 'wss://own.example/socket' }
  const adapter = new SolanaAdapter({ connectionSettings })
  createAppKit({ ...options(adapter), networks: [solana, evm], services: 'https://wallet.example.com:8443' })
  const screen = await render(<Host />)
  await expect.element(screen.getByTestId('socket')).toHaveTextContent('wss://own.example/socket')
  await expect.element(screen.getByText(/ processed$/)).toBeVisible()
})

test('wallets of wallet-adapter have no effect, and the console says so', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(new SolanaAdapter({ wallets: [] }).toAdapter().namespace).toBe('solana')
  expect(warn).not.toHaveBeenCalled()
  new SolanaAdapter({ wallets: [{}] })
  expect(warn).toHaveBeenCalledWith('[latchkey] SolanaAdapter: `wallets` has no effect')
})

test('the kit registers no wallet on the page, and the console says so to an app that asked for it', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  new SolanaAdapter({ registerWalletStandard: false })
  expect(warn).not.toHaveBeenCalled()
  new SolanaAdapter({ registerWalletStandard: true })
  expect(warn).toHaveBeenCalledWith('[latchkey] SolanaAdapter: `registerWalletStandard` has no effect')
})
