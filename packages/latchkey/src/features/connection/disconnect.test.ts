import { describe, expect, test, vi } from 'vitest'
import { accountError } from '../../protocol/accountErrors.js'
import { deepLinkItem } from '../../protocol/deepLinkItem.js'
import type { KitEvent } from '../../protocol/events.js'
import { activeNetworkItem, connectionsItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { type MockBehaviour, mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { fetchBalance } from '../account/fetchBalance.js'
import { type Kit, update } from '../Kit.js'
import { openModal } from '../modal/openModal.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })

async function setUp(evmBehaviour: MockBehaviour = {}, solBehaviour: MockBehaviour = {}) {
  const evm = mockConnector({ id: 'evm' }, { connect: () => mockSession(), ...evmBehaviour })
  const sol = mockConnector(
    { id: 'sol', namespaces: ['solana'] },
    {
      connect: () => ({
        namespaces: { solana: { addresses: ['So1'], networkId: 'solana:main', approvedNetworkIds: 'all' } },
      }),
      ...solBehaviour,
    },
  )
  const kit = createTestKit({ connectors: [evm, sol], networks: [mockNetwork(1), solana] })
  await connect(kit, { connectorId: 'evm' })
  await connect(kit, { connectorId: 'sol' })
  await switchNetwork(kit, { networkId: 'eip155:1' })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  return { kit, evm, sol, events }
}

function connected(kit: Kit) {
  return Object.keys(kit.store.getState().connection.connections)
}

describe('all wallets', () => {
  test('are told, forgotten, and not remembered for the next page', async () => {
    const { kit, evm, sol, events } = await setUp()
    kit.storage.write(deepLinkItem, { href: 'wallet://', name: 'Wallet' })
    await disconnect(kit)
    expect(evm.calls).toEqual(['connect', 'disconnect'])
    expect(sol.calls).toEqual(['connect', 'disconnect'])
    expect(kit.store.getState().connection).toMatchObject({
      connections: {},
      current: {},
      status: { eip155: 'disconnected', solana: 'disconnected' },
    })
    expect(kit.storage.read(connectionsItem)).toBeUndefined()
    expect(kit.storage.read(deepLinkItem)).toBeUndefined()
    expect(events).toEqual([{ type: 'DISCONNECT_SUCCESS', namespace: 'all' }])
  })

  test('the network that was in use stays chosen', async () => {
    const { kit } = await setUp({ connect: () => mockSession(undefined, 1) })
    await disconnect(kit)
    expect(kit.storage.read(activeNetworkItem)).toBe('eip155:1')
  })

  test('the kit forgets before the wallets have answered', async () => {
    const { kit, events } = await setUp({ disconnect: () => new Promise(() => {}) })
    const leaving = disconnect(kit)
    expect(connected(kit)).toEqual([])
    expect(kit.storage.read(connectionsItem)).toBeUndefined()
    expect(events).toEqual([])
    await kit.clock.advance(5_000)
    await leaving
    expect(events).toEqual([{ type: 'DISCONNECT_SUCCESS', namespace: 'all' }])
  })

  test('an open modal closes', async () => {
    const { kit } = await setUp()
    openModal(kit)
    await disconnect(kit)
    expect(kit.store.getState().modal.isOpen).toBe(false)
  })

  test('the link that was open for another wallet is dropped', async () => {
    const { kit } = await setUp()
    openModal(kit, { uri: 'wc:1' })
    await disconnect(kit)
    expect(kit.store.getState().connection.pairing).toBeNull()
  })

  test('what was known of the accounts is asked for anew the next time', async () => {
    let asked = 0
    const adapter = mockAdapter({
      getBalance: async () => ({ units: BigInt(++asked), decimals: 0, symbol: 'ETH' }),
    })
    const wallet = mockConnector({}, { connect: () => mockSession() })
    const kit = createTestKit({ connectors: [wallet], adapters: [adapter] })
    await connect(kit, { connectorId: 'mock' })
    await fetchBalance(kit)
    await disconnect(kit)
    expect(kit.store.getState().account.balances).toEqual({})
    await connect(kit, { connectorId: 'mock' })
    expect((await fetchBalance(kit)).amount).toBe('2')
  })

  test('the pictures of the accounts are given back to the browser, once no wallet is left', async () => {
    const { kit } = await setUp()
    const revoked: string[] = []
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url))
    update(kit, 'account', (state) => ({ ...state, pictures: { 'eip155:1:0x12': 'blob:12' } }))
    await disconnect(kit, { namespace: 'solana' })
    expect(revoked).toEqual([])
    await disconnect(kit)
    expect(revoked).toEqual(['blob:12'])
    expect(kit.store.getState().account.pictures).toBeUndefined()
    vi.restoreAllMocks()
  })

  test('what the cache has of the accounts goes, and the rest stays', async () => {
    const { kit } = await setUp()
    const keys = ['balance a', 'portfolio a', 'nfts a', 'identity a', 'picture a', 'capabilities a', 'name a']
    for (const key of keys) await kit.cache.get(key, { maxAge: 1_000, load: async () => key })
    await disconnect(kit)
    const kept = await Promise.all(
      keys.map((key) => kit.cache.get(key, { maxAge: 1_000, load: async () => 'gone' })),
    )
    expect(kept.filter((value) => value !== 'gone')).toEqual(['name a'])
  })

  test('nobody connected: nothing happens', async () => {
    const kit = createTestKit()
    const events: KitEvent[] = []
    kit.events.subscribe((event) => events.push(event))
    await disconnect(kit)
    expect(events).toEqual([])
  })
})

describe('wallets that fail', () => {
  const refuse = () => {
    throw new Error('no')
  }

  test('one of two: the other is told, and it counts as done', async () => {
    const { kit, sol, events } = await setUp({ disconnect: refuse })
    await disconnect(kit)
    expect(sol.calls).toContain('disconnect')
    expect(events).toEqual([{ type: 'DISCONNECT_SUCCESS', namespace: 'all' }])
  })

  test('all of them: DISCONNECT_FAILED, and forgotten all the same', async () => {
    const { kit, events } = await setUp({ disconnect: refuse }, { disconnect: refuse })
    await expect(disconnect(kit)).rejects.toEqual(accountError('DISCONNECT_FAILED'))
    expect(connected(kit)).toEqual([])
    expect(kit.storage.read(connectionsItem)).toBeUndefined()
    expect(events).toEqual([{ type: 'DISCONNECT_ERROR', message: 'DISCONNECT_FAILED' }])
  })

  test('one that throws before it promises anything does not keep the others from being told', async () => {
    const { kit, evm, sol } = await setUp()
    evm.disconnect = refuse
    await disconnect(kit)
    expect(sol.calls).toContain('disconnect')
    expect(connected(kit)).toEqual([])
  })

  test('a wallet whose connector is gone is forgotten too', async () => {
    const { kit } = await setUp()
    kit.connectors.delete('evm')
    await disconnect(kit)
    expect(connected(kit)).toEqual([])
  })
})

describe('one wallet', () => {
  test.each([
    ['of a namespace', { namespace: 'solana' }, 'solana'],
    ['by its connector', { connectorId: 'sol' }, 'solana'],
  ] as const)('%s: the others stay', async (_, parameters, namespace) => {
    const { kit, evm, events } = await setUp()
    openModal(kit, { view: { name: 'Account' } })
    await disconnect(kit, parameters)
    expect(connected(kit)).toEqual(['evm'])
    expect(evm.calls).toEqual(['connect'])
    expect(kit.storage.read(connectionsItem)).toEqual({ eip155: { connectorId: 'evm' } })
    expect(events.at(-1)).toEqual({ type: 'DISCONNECT_SUCCESS', namespace })
    // The modal shows the other family's account, which is still there.
    expect(kit.store.getState().modal.isOpen).toBe(true)
  })

  test('the last one, by its connector: the event says that all have ended', async () => {
    const { kit, events } = await setUp()
    await disconnect(kit, { connectorId: 'sol' })
    await disconnect(kit, { connectorId: 'evm' })
    expect(connected(kit)).toEqual([])
    expect(events.at(-1)).toEqual({ type: 'DISCONNECT_SUCCESS', namespace: 'all' })
  })

  test('a namespace that nobody is connected for: nothing happens', async () => {
    const { kit, events } = await setUp()
    await disconnect(kit, { namespace: 'bip122' })
    expect(connected(kit)).toEqual(['evm', 'sol'])
    expect(events).toEqual([])
  })

  test('a connector that is not connected: nothing happens', async () => {
    const { kit } = await setUp()
    await disconnect(kit, { connectorId: 'nobody' })
    expect(connected(kit)).toEqual(['evm', 'sol'])
  })
})
