import { namespaceOf } from '../../protocol/caip.js'
import { activeNetworkItem, connectionsItem, type StoredConnection } from '../../protocol/storageItems.js'
import type { Kit } from '../Kit.js'
import { activeNetworkId } from './inUse.js'
import { leavingNames } from './leavingNames.js'
import { sessionOf } from './state.js'

/**
 * Keeps which wallet each namespace is connected with, and the network in use, for the next page load.
 *
 * @param changed The wallets that connected or ended. What was kept of others stays: they may not have been found yet.
 */
export function persistConnections(kit: Kit, changed: readonly string[] | 'all'): void {
  const state = kit.store.getState()
  const kept = (changed === 'all' ? undefined : kit.storage.read(connectionsItem)) ?? {}
  const { connection } = state
  const stored: { [namespace: string]: StoredConnection } = {}
  for (const namespace of new Set([...Object.keys(kept), ...Object.keys(connection.current)])) {
    const connectorId = connection.current[namespace]
    const info = connection.connectors.find(({ id }) => id === connectorId)
    const before = kept[namespace]
    const chosen = connection.chosen?.[namespace]
    if (connectorId !== undefined) stored[namespace] = { connectorId, fingerprint: info?.fingerprint, chosen }
    else if (before !== undefined && !changed.includes(before.connectorId)) stored[namespace] = before
  }
  const isEmpty = Object.keys(stored).length === 0
  if (isEmpty) for (const name of leavingNames) kit.storage.remove(name)
  else kit.storage.write(connectionsItem, stored)
  kit.storage.write(activeNetworkItem, activeNetworkId(state))

  // The network in use outlives its connection: what the wallet moved to is what the visitor last chose.
  const networkId = sessionOf(connection, namespaceOf(state.network.activeId))?.networkId
  if (networkId !== undefined && networkId !== state.network.activeId) {
    kit.store.setState((current) => ({ ...current, network: { ...current.network, activeId: networkId } }))
  }
}
