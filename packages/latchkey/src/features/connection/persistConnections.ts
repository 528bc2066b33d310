import { namespaceOf, namespaces } from '../../protocol/caip.js'
import {
  activeNetworkItem,
  connectionsItem,
  deepLinkItem,
  type StoredConnection,
} from '../../protocol/storageItems.js'
import type { Kit } from '../Kit.js'
import { activeNetworkId } from '../network/state.js'
import { sessionOf } from './state.js'

/** Keeps which wallet each namespace is connected with, and the network in use, for the next page load. */
export function persistConnections(kit: Kit): void {
  const state = kit.store.getState()
  const { connection } = state
  const stored: { [namespace: string]: StoredConnection } = {}
  for (const namespace of namespaces) {
    const connectorId = connection.current[namespace]
    const info = connection.connectors.find(({ id }) => id === connectorId)
    if (connectorId !== undefined) stored[namespace] = { connectorId, fingerprint: info?.fingerprint }
  }
  const isEmpty = Object.keys(stored).length === 0
  kit.storage.write(connectionsItem, isEmpty ? undefined : stored)
  if (isEmpty) kit.storage.write(deepLinkItem, undefined)
  kit.storage.write(activeNetworkItem, activeNetworkId(state))

  // The network in use outlives its connection: what the wallet moved to is what the visitor last chose.
  const networkId = sessionOf(connection, namespaceOf(state.network.activeId))?.networkId
  if (networkId !== undefined && networkId !== state.network.activeId) {
    kit.store.setState((current) => ({ ...current, network: { ...current.network, activeId: networkId } }))
  }
}
