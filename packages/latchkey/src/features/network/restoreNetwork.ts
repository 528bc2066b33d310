import { activeNetworkItem } from '../../protocol/storageItems.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from './state.js'

/** Restores the network that the visitor last chose, if the host still offers it. */
export function restoreNetwork(kit: Kit, stored = kit.storage.read(activeNetworkItem)): void {
  const network = stored === undefined ? undefined : networkOf(kit.store.getState(), stored)
  if (network === undefined) return
  update(kit, 'network', (state) => ({ ...state, activeId: network.caipNetworkId }))
}
