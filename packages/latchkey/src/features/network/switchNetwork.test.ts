import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDeferred, type Deferred } from '../../core/deferred.js'
import type { KitEvent } from '../../protocol/events.js'
import { activeNetworkItem } from '../../protocol/storageItems.js'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { type MockBehaviour, mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connect } from '../connection/connect.js'
import { activeNetworkId } from './state.js'
import { resetSwitch, switchNetwork } from './switchNetwork.js'

const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })
const networks = [mockNetwork(1), mockNetwork(10), mockNetwork(137), solana] as const

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  await vi.dynamicImportSettled()
  vi.restoreAllMocks()
})

function setUp(behaviour: MockBehaviour = {}) {
  const wallet = mockConnector({}, { connect: () => mockSession(), ...behaviour })
  const kit = createTestKit({ connectors: [wallet], networks })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  const state = () => kit.store.getState()
  return {
    kit,
    wallet,
    events,
    state,
    network: () => state().network,
    active: () => activeNetworkId(state()),
  }
}

async function setUpConnected(behaviour: MockBehaviour = {}) {
  const parts = setUp(behaviour)
  await connect(parts.kit, { connectorId: 'mock' })
  parts.events.length = 0
  return parts
}

describe('nobody connected', () => {
  test('the choice is remembered, for the next page too', async () => {
    const { kit, events, active } = setUp()
    await switchNetwork(kit, { networkId: 'eip155:10' })
    expect(active()).toBe('eip155:10')
    expect(kit.storage.read(activeNetworkItem)).toBe('eip155:10')
    expect(events).toEqual([{ type: 'SWITCH_NETWORK', network: 'eip155:10' }])
  })

  test('the network in use already: no event is emitted', async () => {
    const { kit, events } = setUp()
    await switchNetwork(kit, { networkId: 'eip155:1' })
    expect(events).toEqual([])
  })

  test('by the older id that some wallets still use', async () => {
    const kit = createTestKit({
      networks: [
        mockNetwork(1),
        mockNetwork(0, {
          id: 'new',
          chainNamespace: 'solana',
          deprecatedCaipNetworkId: 'solana:old',
        }),
      ],
    })
    await switchNetwork(kit, { networkId: 'solana:old' })
    expect(kit.store.getState().network.activeId).toBe('solana:new')
  })
})

describe('one that the host does not offer', () => {
  test('NETWORK_NOT_FOUND, and the developer is alerted', async () => {
    const { kit, state, active } = setUp()
    await expect(switchNetwork(kit, { networkId: 'eip155:5' })).rejects.toMatchObject({
      code: 'NETWORK_NOT_FOUND',
    })
    expect(state().notify.alert).toEqual({ code: 'SWITCH_NETWORK_NOT_FOUND' })
    expect(active()).toBe('eip155:1')
  })
})

describe('a connected wallet', () => {
  test('is asked, and the screen can follow it', async () => {
    const answer = createDeferred<void>()
    const { kit, wallet, network, events } = await setUpConnected({
      async switchNetwork() {
        await answer.promise
        // As real wallets do, it reports the new chain before it answers.
        wallet.emit({ type: 'session', session: mockSession(undefined, 10) })
      },
    })
    const switching = switchNetwork(kit, { networkId: 'eip155:10' })
    expect(network().switching).toEqual({ networkId: 'eip155:10' })
    expect(network().activeId).toBe('eip155:1')
    answer.resolve()
    await switching
    expect(wallet.calls).toEqual(['connect', 'switchNetwork eip155:10'])
    expect(network()).toMatchObject({ switching: null, activeId: 'eip155:10' })
    expect(kit.storage.read(activeNetworkItem)).toBe('eip155:10')
    expect(events).toEqual([{ type: 'SWITCH_NETWORK', network: 'eip155:10' }])
  })

  test('is not asked to switch to its own chain', async () => {
    const { kit, wallet, events } = await setUpConnected()
    await switchNetwork(kit, { networkId: 'eip155:1' })
    expect(wallet.calls).toEqual(['connect'])
    expect(events).toEqual([])
  })

  test('is not asked for another family’s network', async () => {
    const { kit, wallet, network, active } = await setUpConnected()
    await switchNetwork(kit, { networkId: 'solana:main' })
    expect(wallet.calls).toEqual(['connect'])
    expect(network().activeId).toBe('solana:main')
    expect(active()).toBe('solana:main')
  })

  const failures: readonly (readonly [string, unknown, string])[] = [
    ['declines', walletError('SWITCH_DECLINED'), 'SWITCH_DECLINED'],
    ['does not know the chain', walletError('CHAIN_NOT_SUPPORTED'), 'CHAIN_NOT_SUPPORTED'],
    [
      'is busy',
      walletError('REQUEST_ALREADY_PENDING', { slots: { wallet: 'W' } }),
      'REQUEST_ALREADY_PENDING',
    ],
    ['throws something else', new Error('boom'), 'CHAIN_NOT_SUPPORTED'],
  ]
  test.each(failures)(
    '%s: the screen says so, and everything stays where it was',
    async (_, thrown, code) => {
      const { kit, network, active, events } = await setUpConnected({
        switchNetwork: () => {
          throw thrown
        },
      })
      await expect(switchNetwork(kit, { networkId: 'eip155:10' })).rejects.toMatchObject({ code })
      expect(network().switching).toMatchObject({ networkId: 'eip155:10', error: { code } })
      expect(active()).toBe('eip155:1')
      expect(kit.storage.read(activeNetworkItem)).toBe('eip155:1')
      expect(events).toEqual([])
      resetSwitch(kit)
      expect(network().switching).toBeNull()
    },
  )

  describe('that answers late', () => {
    async function two() {
      const answers = new Map<string, Deferred<void>>()
      const parts = await setUpConnected({
        switchNetwork({ caipNetworkId }) {
          const answer = createDeferred<void>()
          answers.set(caipNetworkId, answer)
          return answer.promise
        },
      })
      return { ...parts, answer: (id: string) => answers.get(id) }
    }

    test('its refusal is not shown once the visitor has left', async () => {
      const { kit, answer, network } = await two()
      const switching = switchNetwork(kit, { networkId: 'eip155:10' })
      resetSwitch(kit)
      answer('eip155:10')?.reject(walletError('SWITCH_DECLINED'))
      await expect(switching).rejects.toMatchObject({ code: 'SWITCH_DECLINED' })
      expect(network().switching).toBeNull()
    })

    test('its refusal of the first network is not shown on the screen of the second', async () => {
      const { kit, answer, network } = await two()
      const first = switchNetwork(kit, { networkId: 'eip155:10' })
      const second = switchNetwork(kit, { networkId: 'eip155:137' })
      answer('eip155:10')?.reject(walletError('SWITCH_DECLINED'))
      await first.catch(() => {})
      expect(network().switching).toEqual({ networkId: 'eip155:137' })
      answer('eip155:137')?.resolve()
      await second
      expect(network()).toMatchObject({ switching: null, activeId: 'eip155:137' })
    })

    test('a switch counts, also when its screen was left', async () => {
      const { kit, answer, network } = await two()
      const switching = switchNetwork(kit, { networkId: 'eip155:10' })
      resetSwitch(kit)
      answer('eip155:10')?.resolve()
      await switching
      expect(network().activeId).toBe('eip155:10')
    })
  })
})
