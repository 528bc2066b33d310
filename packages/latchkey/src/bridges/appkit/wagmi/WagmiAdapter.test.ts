import * as three from '@wagmi/core'
import { UserRejectedRequestError } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import * as two from 'wagmi-core-2'
import { memoryStorage } from '../../../core/storageBackends.js'
import { connect } from '../../../features/connection/connect.js'
import { getProvider } from '../../../features/intent/getProvider.js'
import { switchNetwork } from '../../../features/network/switchNetwork.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { scriptedProvider } from '../../../testing/scriptedProvider.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

beforeEach(() => vi.stubGlobal('window', globalThis))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('wagmi')
  vi.resetModules()
})

// The tests use only functions that both versions have under the same names; their types differ elsewhere.
const versions = [
  ['2.17', two as unknown as typeof three],
  ['3', three],
] as const

describe.each(versions)('@wagmi/core %s', (_, wagmi) => {
  async function setUp() {
    vi.doMock('wagmi', () => wagmi)
    const { WagmiAdapter } = await import('./WagmiAdapter.js')
    const adapter = new WagmiAdapter({ networks: [mainnet, optimism], projectId: 'open', storage: null })
    const wallet = mockConnector(
      {},
      { connect: () => mockSession([alice]), provider: scriptedProvider({ eth_chainId: '0x1' }) },
    )
    return { WagmiAdapter, adapter, kit: createTestKit({ connectors: [wallet] }) }
  }

  test('makes wagmi’s config, which sees the kit once there is one', async () => {
    const { adapter, kit } = await setUp()
    const { wagmiConfig } = adapter
    expect(wagmiConfig.chains.map(({ id }) => id)).toEqual([1, 10])
    expect(wagmi.getAccount(wagmiConfig).status).toBe('disconnected')
    adapter.attach(kit)
    await connect(kit, { connectorId: 'mock' })
    await vi.waitFor(() =>
      expect(wagmi.getAccount(wagmiConfig)).toMatchObject({ address: alice, chainId: 1 }),
    )
    await wagmi.disconnect(wagmiConfig)
    expect(kit.store.getState().connection.connections).toEqual({})
  })

  test('customRpcUrls: the transport has the first address and its options', async () => {
    const { WagmiAdapter } = await setUp()
    const asked: { readonly url: string; readonly key: string | null }[] = []
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      const request = new Request(input, init)
      asked.push({ url: request.url, key: request.headers.get('x-key') })
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' })
    })
    const { wagmiConfig } = new WagmiAdapter({
      networks: [mainnet],
      storage: null,
      customRpcUrls: {
        'eip155:1': [
          { url: 'https://own.example/', config: { fetchOptions: { headers: { 'x-key': 'k' } } } },
        ],
      },
    })
    expect(await wagmi.getBlockNumber(wagmiConfig)).toBe(7n)
    expect(asked).toEqual([{ url: 'https://own.example/', key: 'k' }])
  })

  test('wagmi reads from the network’s address, and from the services once there is a kit that has some', async () => {
    const { adapter } = await setUp()
    const asked: string[] = []
    vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
      asked.push(new URL(new Request(input, init).url).origin)
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' })
    })
    const read = () => wagmi.getBlockNumber(adapter.wagmiConfig, { cacheTime: 0 })
    await read()
    adapter.attach(createTestKit({ services: 'https://services.example' }))
    expect(await read()).toBe(7n)
    expect(asked).toEqual([new URL(mainnet.rpcUrls.default.http[0]).origin, 'https://services.example'])
  })

  test('what wagmi asks before there is a kit waits for it', async () => {
    const { adapter, kit } = await setUp()
    const [connector] = adapter.wagmiConfig.connectors
    if (connector === undefined) throw new Error('there is no connector')
    const connecting = wagmi.connect(adapter.wagmiConfig, { connector })
    adapter.attach(kit)
    await vi.waitFor(() => expect(kit.store.getState().modal.isOpen).toBe(true))
    await connect(kit, { connectorId: 'mock' })
    expect(await connecting).toMatchObject({ accounts: [alice], chainId: 1 })
  })

  test('a page that is loaded again is connected again, in wagmi too', async () => {
    const { WagmiAdapter } = await setUp()
    const storage = memoryStorage()
    const wallet = () =>
      mockConnector({}, { connect: () => mockSession([alice]), restore: () => mockSession([alice]) })
    const before = createTestKit({ connectors: [wallet()], storage })
    await connect(before, { connectorId: 'mock' })

    const adapter = new WagmiAdapter({ networks: [mainnet], storage: null })
    const reconnecting = wagmi.reconnect(adapter.wagmiConfig)
    adapter.attach(createTestKit({ connectors: [wallet()], storage }))
    await reconnecting
    await vi.waitFor(() =>
      expect(wagmi.getAccount(adapter.wagmiConfig)).toMatchObject({ status: 'connected', address: alice }),
    )
  })

  test('a connector of wagmi’s is listed, connects, switches, and leaves', async () => {
    const { WagmiAdapter, kit } = await setUp()
    const adapter = new WagmiAdapter({
      networks: [mainnet, optimism],
      storage: null,
      connectors: [
        wagmi.injected(),
        wagmi.mock({ accounts: [alice], features: { reconnect: true } }) as three.CreateConnectorFn,
      ],
    })
    adapter.attach(kit)
    expect(kit.store.getState().connection.connectors.map(({ id }) => id)).toEqual(['mock', 'wagmi.mock'])
    await connect(kit, { connectorId: 'wagmi.mock' })
    await vi.waitFor(() =>
      expect(wagmi.getAccount(adapter.wagmiConfig)).toMatchObject({ address: alice, chainId: 1 }),
    )
    await switchNetwork(kit, { networkId: 'eip155:10' })
    await vi.waitFor(() => expect(wagmi.getAccount(adapter.wagmiConfig).chainId).toBe(10))
    expect(await getProvider(kit, { namespace: 'eip155' })).toHaveProperty('request')
    await wagmi.disconnect(adapter.wagmiConfig)
    expect(kit.store.getState().connection.connections).toEqual({})
  })

  test('what its visitor declines is a decline', async () => {
    const { WagmiAdapter, kit } = await setUp()
    const declining = wagmi.mock({
      accounts: [alice],
      features: { connectError: new UserRejectedRequestError(new Error('no')) },
    }) as three.CreateConnectorFn
    new WagmiAdapter({ networks: [mainnet], storage: null, connectors: [declining] }).attach(kit)
    await expect(connect(kit, { connectorId: 'wagmi.mock' })).rejects.toMatchObject({
      code: 'CONNECTION_DECLINED',
    })
  })
})

test('types: its config is wagmi’s', async () => {
  const { WagmiAdapter } = await import('./WagmiAdapter.js')
  expectTypeOf<InstanceType<typeof WagmiAdapter>['wagmiConfig']>().toEqualTypeOf<three.Config>()
})
