import type { HostNamespace } from '../../core/Register.js'
import { discoveries } from '../../core/starts.js'
import { accountError } from '../../protocol/accountErrors.js'
import { activeNetworkItem } from '../../protocol/storageItems.js'
import { cancelConnect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { unregisterConnectors } from '../connection/unregisterConnectors.js'
import { type Kit, update } from '../Kit.js'
import { activeNamespace, activeNetworkId } from './state.js'

/**
 * Removes a chain family from the kit: disconnects its wallet, and stops offering its networks and the wallets that
 * only it has. If one of its networks was in use, the first network of another family takes over. The networks of the
 * only family stay, because a kit has at least one.
 *
 * @throws `ADAPTER_FOR_NAMESPACE_NOT_FOUND`; `DISCONNECT_FAILED` as `disconnect` does: the family is removed anyway.
 */
export async function removeAdapter(
  kit: Kit,
  { namespace }: { readonly namespace: HostNamespace },
): Promise<void> {
  if (!kit.adapters.has(namespace))
    throw accountError('ADAPTER_FOR_NAMESPACE_NOT_FOUND', { slots: { namespace } })
  try {
    // First, while the account is still known, because signing out needs it.
    await disconnect(kit, { namespace })
  } finally {
    kit.adapters.delete(namespace)
    endWallets(kit, namespace)
    leaveNetworks(kit, namespace)
  }
}

function endWallets(kit: Kit, namespace: HostNamespace): void {
  const search = kit.slots.get(discoveries)
  search?.get(namespace)?.()
  search?.delete(namespace)
  const own = [...kit.connectors.values()].filter(({ info }) =>
    info.namespaces.every((other) => other === namespace),
  )
  const ids = own.map(({ info }) => info.id)
  const { attempt } = kit.store.getState().connection
  if (attempt !== null && ids.includes(attempt.connectorId)) cancelConnect(kit)
  unregisterConnectors(kit, ids)
}

function leaveNetworks(kit: Kit, namespace: HostNamespace): void {
  const state = kit.store.getState()
  const left = state.network.networks.filter(({ chainNamespace }) => chainNamespace !== namespace)
  const [first] = left
  if (first === undefined) return
  const isLeft = activeNamespace(state) === namespace
  update(kit, 'network', (network) => ({
    ...network,
    networks: left,
    activeId: isLeft ? first.caipNetworkId : network.activeId,
    switching: isLeft ? null : network.switching,
  }))
  if (!isLeft) return
  // If the other family's wallet is on another of its networks, it may stay there.
  const networkId = activeNetworkId(kit.store.getState())
  kit.storage.write(activeNetworkItem, networkId)
  kit.events.emit({ type: 'SWITCH_NETWORK', network: networkId })
}
