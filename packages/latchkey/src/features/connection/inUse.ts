import { type CaipNetworkId, type Namespace, namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { type ConnectionState, sessionOf } from './state.js'

/** The slices that tell what is in use. */
export type InUse = {
  readonly connection: ConnectionState
  readonly network: { readonly activeId: CaipNetworkId }
}

export function activeNamespace({ network }: Pick<InUse, 'network'>): Namespace {
  return namespaceOf(network.activeId)
}

/** The chain in use: the connected wallet's own, else the one last chosen. */
export function activeNetworkId({ connection, network }: InUse): CaipNetworkId {
  return sessionOf(connection, activeNamespace({ network }))?.networkId ?? network.activeId
}

/** The chain families that the host offers networks of, in its order, and those that are connected besides. */
export function namespacesOf({
  network,
  connection,
}: {
  readonly network: { readonly networks: readonly Network[] }
  readonly connection: ConnectionState
}): readonly Namespace[] {
  const offered = network.networks.map(({ chainNamespace }) => chainNamespace)
  return [...new Set([...offered, ...Object.keys(connection.current)])]
}
