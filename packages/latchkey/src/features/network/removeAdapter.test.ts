import { describe, expect, test, vi } from 'vitest'
import type { Connector, ConnectorSession } from '../../core/connector.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { Namespace } from '../../protocol/caip.js'
import type { KitEvent } from '../../protocol/events.js'
import { activeNetworkItem, connectionsItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connect } from '../connection/connect.js'
import { registerConnectors } from '../connection/registerConnectors.js'
import { removeAdapter } from './removeAdapter.js'
import { activeNetworkId } from './state.js'

const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })
const solanaSession: ConnectorSession = {
  namespaces: { solana: { addresses: ['So1'], networkId: 'solana:main', approvedNetworkIds: 'all' } },
}

function setUp(disconnected: () => Promise<void> = async () => {}) {
  const late: { [namespace in Namespace]?: (connectors: readonly Connector[]) => void } = {}
  const stopped = vi.fn()
  const adapterOf = (namespace: Namespace) =>
    mockAdapter({
      namespace,
      discover(_, onChange) {
        late[namespace] = onChange
        return () => stopped(namespace)
      },
    })
  const evm = mockConnector({ id: 'evm' }, { connect: () => mockSession(), disconnect: disconnected })
  const sol = mockConnector({ id: 'sol', namespaces: ['solana'] }, { connect: () => solanaSession })
  const both = mockConnector({ id: 'both', namespaces: ['eip155', 'solana'] })
  const storage = memoryStorage()
  const kit = createTestKit({
    connectors: [evm, sol, both],
    adapters: [adapterOf('eip155'), adapterOf('solana')],
    networks: [mockNetwork(1), mockNetwork(10), solana],
    storage,
  })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  const stop = kit.start()
  const state = () => kit.store.getState()
  return { kit, evm, sol, late, stopped, events, stop, state }
}

describe('removeAdapter', () => {
  test('disconnects its wallet, keeps the other family’s, and moves to that family’s first network', async () => {
    const { kit, evm, sol, state, events } = setUp()
    await connect(kit, { connectorId: 'sol' })
    await connect(kit, { connectorId: 'evm' })
    expect(activeNetworkId(state())).toBe('eip155:1')
    await removeAdapter(kit, { namespace: 'eip155' })
    expect([...kit.adapters.keys()]).toEqual(['solana'])
    expect(evm.calls).toEqual(['connect', 'disconnect'])
    expect(sol.calls).toEqual(['connect'])
    expect(state().connection.current).toEqual({ solana: 'sol' })
    expect(state().network.networks.map(({ caipNetworkId }) => caipNetworkId)).toEqual(['solana:main'])
    expect(activeNetworkId(state())).toBe('solana:main')
    expect(kit.storage.read(activeNetworkItem)).toBe('solana:main')
    expect(Object.keys(kit.storage.read(connectionsItem) ?? {})).toEqual(['solana'])
    expect(events.at(-1)).toEqual({ type: 'SWITCH_NETWORK', network: 'solana:main' })
  })

  test('no longer offers its wallets, except those that also serve another family', async () => {
    const { kit, late, stopped, state, stop } = setUp()
    late.eip155?.([mockConnector({ id: 'found' })])
    await removeAdapter(kit, { namespace: 'eip155' })
    expect(stopped.mock.calls).toEqual([['eip155']])
    expect(state().connection.connectors.map(({ id }) => id)).toEqual(['sol', 'both'])
    stop()
    expect(stopped.mock.calls).toEqual([['eip155'], ['solana']])
  })

  test('another family in use stays in use', async () => {
    const { kit, state, events } = setUp()
    await connect(kit, { connectorId: 'evm' })
    await removeAdapter(kit, { namespace: 'solana' })
    expect(activeNetworkId(state())).toBe('eip155:1')
    expect(Object.keys(state().connection.connections)).toEqual(['evm'])
    expect(events.some(({ type }) => type === 'SWITCH_NETWORK')).toBe(false)
  })

  test('an attempt to connect with one of its wallets ends', async () => {
    const { kit, state } = setUp()
    registerConnectors(kit, [mockConnector({ id: 'slow' }, { connect: () => new Promise(() => {}) })])
    const attempt = connect(kit, { connectorId: 'slow' })
    await removeAdapter(kit, { namespace: 'eip155' })
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(state().connection).toMatchObject({ attempt: null, status: { eip155: 'disconnected' } })
  })

  test('a wallet that cannot be disconnected is an error, and the family is removed all the same', async () => {
    const { kit, state } = setUp(() => Promise.reject(new Error('no')))
    await connect(kit, { connectorId: 'evm' })
    const removed = removeAdapter(kit, { namespace: 'eip155' })
    await expect(removed).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
    expect(kit.adapters.has('eip155')).toBe(false)
    expect(state().connection.connections).toEqual({})
  })

  test('the networks of the only family stay', async () => {
    const kit = createTestKit()
    await removeAdapter(kit, { namespace: 'eip155' })
    expect(kit.adapters.size).toBe(0)
    expect(kit.store.getState().network.networks).toHaveLength(2)
  })

  test('an unknown family: an error that names it', async () => {
    await expect(removeAdapter(createTestKit(), { namespace: 'solana' })).rejects.toThrow(
      'The adapter for solana does not exist',
    )
  })
})
