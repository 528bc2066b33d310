import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { openModal } from '../modal/openModal.js'
import { requestedChains } from './requestedChains.js'

const solana = mockNetwork(0, { id: 'devnet', chainNamespace: 'solana', name: 'Solana' })

test('the host’s networks, and the mainnet of each of their families', () => {
  const kit = createTestKit({ networks: [mockNetwork(31337), solana] })
  expect(requestedChains(kit.store.getState())).toEqual([
    'eip155:31337',
    'eip155:1',
    'solana:devnet',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ])
})

test('only those of the family that the modal was opened for', () => {
  const kit = createTestKit({ networks: [mockNetwork(1), solana] })
  openModal(kit, { namespace: 'eip155' })
  expect(requestedChains(kit.store.getState())).toEqual(['eip155:1'])
})
