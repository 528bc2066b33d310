import { describe, expect, test } from 'vitest'
import { walletError } from '../../protocol/walletErrors.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connect } from '../connection/connect.js'
import { addNetwork, removeNetwork } from './addNetwork.js'
import { activeNetworkId } from './state.js'

const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana', name: 'Solana' })

function setUp() {
  const kit = createTestKit({ networks: [mockNetwork(1), mockNetwork(10), mockNetwork(137), solana] })
  const state = () => kit.store.getState()
  return { kit, network: () => state().network, active: () => activeNetworkId(state()) }
}

describe('addNetwork', () => {
  test('offers one more network, and only once', () => {
    const { kit, network } = setUp()
    addNetwork(kit, mockNetwork(8453))
    addNetwork(kit, mockNetwork(8453, { name: 'again' }))
    expect(network().networks.map(({ id }) => id)).toEqual([1, 10, 137, 'main', 8453])
  })

  test('with the RPC addresses and the picture that the host has for it', () => {
    const kit = createTestKit({
      customRpcUrls: { 'eip155:8453': [{ url: 'https://own.invalid' }] },
      chainImages: { 8453: '/base.svg' },
    })
    addNetwork(kit, mockNetwork(8453))
    expect(kit.store.getState().network.networks.at(-1)).toMatchObject({
      rpcUrls: { default: { http: ['https://own.invalid', 'https://chain-8453.invalid'] } },
      assets: { imageUrl: '/base.svg' },
    })
  })

  test('throws for a family without an adapter, and names it', () => {
    const { kit, network } = setUp()
    const before = network()
    expect(() => addNetwork(kit, { ...solana, id: 'dev' })).toThrow('The adapter for solana does not exist')
    expect(network()).toBe(before)
  })

  test('throws for an invalid chain id', () => {
    expect(() => addNetwork(setUp().kit, mockNetwork(-1))).toThrow('Invalid chain id')
  })
})

describe('removeNetwork', () => {
  test('removes the network', () => {
    const { kit, network, active } = setUp()
    removeNetwork(kit, { networkId: 'eip155:10' })
    expect(network().networks.map(({ id }) => id)).toEqual([1, 137, 'main'])
    expect(active()).toBe('eip155:1')
  })

  test('activates the first network that is left if the active one is removed', async () => {
    const { kit, active } = setUp()
    removeNetwork(kit, { networkId: 'eip155:1' })
    await kit.clock.advance(0)
    expect(active()).toBe('eip155:10')
  })

  test('keeps the last network, and throws NETWORK_NOT_FOUND', () => {
    const kit = createTestKit({ networks: [mockNetwork(1)] })
    expect(() => removeNetwork(kit, { networkId: 'eip155:1' })).toThrow('Network not found')
    expect(kit.store.getState().network.networks).toHaveLength(1)
  })

  test('works for a family without an adapter', () => {
    const { kit, network } = setUp()
    removeNetwork(kit, { networkId: 'solana:main' })
    expect(network().networks.map(({ id }) => id)).toEqual([1, 10, 137])
  })

  test('opens the screen for unsupported chains if the wallet does not leave the network', async () => {
    const decline = () => {
      throw walletError('SWITCH_DECLINED')
    }
    const wallet = mockConnector({}, { connect: () => mockSession(), switchNetwork: decline })
    const kit = createTestKit({ connectors: [wallet] })
    await connect(kit, { connectorId: 'mock' })
    removeNetwork(kit, { networkId: 'eip155:1' })
    await kit.clock.advance(0)
    expect(kit.store.getState().modal).toMatchObject({ isOpen: true, stack: [{ name: 'UnsupportedChain' }] })
  })
})
