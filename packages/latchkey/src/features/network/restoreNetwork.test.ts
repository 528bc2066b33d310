import { expect, test } from 'vitest'
import { activeNetworkItem } from '../../protocol/storageItems.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { restoreNetwork } from './restoreNetwork.js'

test('takes up what the visitor last chose', () => {
  const kit = createTestKit()
  kit.storage.write(activeNetworkItem, 'eip155:10')
  restoreNetwork(kit)
  expect(kit.store.getState().network.activeId).toBe('eip155:10')
})

test('not where the host offers it no longer', () => {
  const kit = createTestKit()
  kit.storage.write(activeNetworkItem, 'eip155:56')
  restoreNetwork(kit)
  expect(kit.store.getState().network.activeId).toBe('eip155:1')
})
