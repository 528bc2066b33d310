import { expect, test } from 'vitest'
import { activeNetworkItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { restoreNetwork } from './restoreNetwork.js'

test('restores the network that the visitor last chose', () => {
  const kit = createTestKit()
  kit.storage.write(activeNetworkItem, 'eip155:10')
  restoreNetwork(kit)
  expect(kit.store.getState().network.activeId).toBe('eip155:10')
})

test('does not restore a network that the host no longer offers', () => {
  const kit = createTestKit()
  kit.storage.write(activeNetworkItem, 'eip155:56')
  restoreNetwork(kit)
  expect(kit.store.getState().network.activeId).toBe('eip155:1')
})
