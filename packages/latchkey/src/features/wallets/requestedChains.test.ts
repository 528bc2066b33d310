import { expect, test } from 'vitest'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { openModal } from '../modal/openModal.js'
import { requestedChains } from './requestedChains.js'

const solana = mockNetwork(0, { id: 'devnet', chainNamespace: 'solana', name: 'Solana' })

test('contains the host’s networks, and the mainnet of each family whose adapter names one', () => {
  const adapters = [mockAdapter({ mainnet: 'eip155:1' }), mockAdapter({ namespace: 'solana' })]
  const kit = createTestKit({ networks: [mockNetwork(31337), solana], adapters })
  expect(requestedChains(kit)).toEqual(['eip155:31337', 'eip155:1', 'solana:devnet'])
})

test('contains only those of the family that the modal was opened for', () => {
  const kit = createTestKit({ networks: [mockNetwork(1), solana] })
  openModal(kit, { namespace: 'eip155' })
  expect(requestedChains(kit)).toEqual(['eip155:1'])
})
