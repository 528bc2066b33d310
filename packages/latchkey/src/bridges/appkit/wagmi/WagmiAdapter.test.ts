import * as three from '@wagmi/core'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import * as two from 'wagmi-core-2'
import { connect } from '../../../features/connection/connect.js'
import { createTestKit } from '../../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../../testing/mockConnector.js'
import { scriptedProvider } from '../../../testing/scriptedProvider.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

beforeEach(() => vi.stubGlobal('window', globalThis))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('@wagmi/core')
  vi.resetModules()
})

// What both versions are asked here they call by the same names; their types differ in places that do not matter here.
const versions = [
  ['2.22', two as unknown as typeof three],
  ['3', three],
] as const

describe.each(versions)('@wagmi/core %s', (_, wagmi) => {
  async function setUp() {
    vi.doMock('@wagmi/core', () => wagmi)
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

  test('takes no connectors of wagmi’s, and says so', async () => {
    const { WagmiAdapter } = await setUp()
    expect(() => new WagmiAdapter({ networks: [mainnet], connectors: [wagmi.injected()] })).toThrow(
      'latchkey/appkit has no `WagmiAdapter({ connectors })`',
    )
  })
})

test('types: its config is wagmi’s', async () => {
  const { WagmiAdapter } = await import('./WagmiAdapter.js')
  expectTypeOf<InstanceType<typeof WagmiAdapter>['wagmiConfig']>().toEqualTypeOf<three.Config>()
})
