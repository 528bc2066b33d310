import { describe, expect, test } from 'vitest'
import type { ConnectorSession } from '../../core/connector.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockConnector, mockSession } from '../../testing/mockConnector.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { connect } from '../connection/connect.js'
import { activeNetwork, isApproved } from './state.js'

async function connectedState(session: ConnectorSession) {
  const solana = mockNetwork(0, { id: 'main', chainNamespace: 'solana' })
  const wallet = mockConnector({}, { connect: () => session })
  const kit = createTestKit({ connectors: [wallet], networks: [mockNetwork(1), mockNetwork(10), solana] })
  await connect(kit, { connectorId: 'mock' })
  return kit.store.getState()
}

describe('activeNetwork', () => {
  test('the wallet’s network goes before the chosen one', async () => {
    expect(activeNetwork(await connectedState(mockSession(undefined, 10)))?.name).toBe('Chain 10')
  })

  test('undefined if the wallet is on a chain that the host does not offer', async () => {
    expect(activeNetwork(await connectedState(mockSession(undefined, 56)))).toBeUndefined()
  })
})

describe('isApproved', () => {
  test.each([
    ['all chains', 'all', true],
    ['this one', ['eip155:1', 'eip155:10'], true],
    ['others', ['eip155:1'], false],
  ] as const)('the wallet has approved %s', async (_, approvedNetworkIds, expected) => {
    const state = await connectedState({
      namespaces: { eip155: { addresses: ['0x1'], networkId: 'eip155:1', approvedNetworkIds } },
    })
    expect(isApproved(state, 'eip155:10')).toBe(expected)
  })

  test('a network of a family without a connection is approved: its wallet can be asked once it connects', async () => {
    expect(isApproved(await connectedState(mockSession()), 'solana:main')).toBe(true)
  })
})
