import { PublicKey } from '@solana/web3.js'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../../../features/connection/connect.js'
import { disconnect } from '../../../features/connection/disconnect.js'
import { getProvider } from '../../../features/intent/getProvider.js'
import { switchNetwork } from '../../../features/network/switchNetwork.js'
import { solana, solanaDevnet } from '../../../networks/others.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { scriptedSolanaWallet } from '../../../testing/solana/scriptedSolanaWallet.js'
import { SolanaAdapter } from './SolanaAdapter.js'
import type { Provider } from './toProvider.js'

let stop = () => {}

afterEach(async () => {
  stop()
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
})

async function setUp() {
  vi.stubGlobal('window', new EventTarget())
  const own = { chains: ['solana:mainnet', 'solana:devnet'] }
  const wallet = scriptedSolanaWallet({ ...own, name: 'Own', secret: new Uint8Array(32).fill(1) })
  const next = scriptedSolanaWallet({ ...own, name: 'Next', secret: new Uint8Array(32).fill(2) })
  for (const one of [wallet, next]) one.announce(window as Window & typeof globalThis)
  const adapter = new SolanaAdapter()
  const kit = createTestKit({ networks: [solana, solanaDevnet], adapters: [adapter.toAdapter()] })
  adapter.attach(kit)
  stop = kit.start()
  const idOf = (name: string) =>
    [...kit.connectors.values()].find(({ info }) => info.name === name)?.info.id ?? ''
  await vi.waitFor(() => expect(idOf('Next')).not.toBe(''), 20_000)
  await connect(kit, { connectorId: idOf('Own') })
  const provider = (await getProvider(kit, { namespace: 'solana' })) as Provider
  const heard: unknown[] = []
  provider.on('connect', (key) => heard.push(['connect', key.toBase58()]))
  provider.on('disconnect', () => heard.push('disconnect'))
  provider.on('accountsChanged', (key) => heard.push(['accountsChanged', key.toBase58()]))
  provider.on('chainChanged', (chainId) => heard.push(['chainChanged', chainId]))
  return { kit, wallet, provider, heard, idOf }
}

test('the account is a public key of web3.js, and listed with its family', async () => {
  const { wallet, provider } = await setUp()
  expect(provider.publicKey).toBeInstanceOf(PublicKey)
  expect(provider.publicKey?.toBase58()).toBe(wallet.address)
  expect(provider.publicKey).toBe(provider.publicKey)
  expect(await provider.getAccounts()).toEqual([
    { namespace: 'solana', address: wallet.address, type: 'eoa' },
  ])
  const message = new TextEncoder().encode('hello')
  expect(await provider.signMessage(message)).toHaveLength(64)
})

test('a switch, the end of the connection and its return are told', async () => {
  const { kit, wallet, provider, heard, idOf } = await setUp()
  await switchNetwork(kit, { networkId: solanaDevnet.caipNetworkId })
  expect(heard).toEqual([['chainChanged', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1']])
  heard.length = 0
  await disconnect(kit)
  expect(heard).toEqual(['disconnect'])
  expect(provider.publicKey).toBeUndefined()
  await connect(kit, { connectorId: idOf('Own') })
  expect(heard).toEqual(['disconnect', ['connect', wallet.address]])
})

test('another account of the wallet is told; another wallet is the end of this one', async () => {
  const { kit, wallet, provider, heard, idOf } = await setUp()
  const other = new PublicKey(new Uint8Array(32).fill(7)).toBase58()
  // As if the wallet's user had chosen it.
  kit.store.setState((state) => JSON.parse(JSON.stringify(state).replaceAll(wallet.address, other)))
  expect(heard).toEqual([['accountsChanged', other]])
  expect(provider.publicKey?.toBase58()).toBe(other)
  await connect(kit, { connectorId: idOf('Next') })
  expect(heard).toContain('disconnect')
  expect(provider.publicKey).toBeUndefined()
})

test('a listener that throws or is removed does not keep others from hearing', async () => {
  const { kit, provider, heard } = await setUp()
  const removed = vi.fn()
  provider.on('disconnect', removed)
  provider.off('disconnect', removed)
  await disconnect(kit)
  expect(heard).toEqual(['disconnect'])
  expect(removed).not.toHaveBeenCalled()
})
