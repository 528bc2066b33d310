import { type CaipNetworkId, type Namespace, namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { type ErrorState, sessionOf } from '../connection/state.js'
import type { State } from '../Kit.js'

export type NetworkState = {
  /** The networks the host offers, in its order. */
  readonly networks: readonly Network[]
  /** The network that was last chosen or that the wallet last moved to; for a connected namespace the wallet rules. */
  readonly activeId: CaipNetworkId
  /** The switch that a screen follows. */
  readonly switching: { readonly networkId: CaipNetworkId; readonly error?: ErrorState | undefined } | null
}

export function activeNamespace(state: State): Namespace {
  return namespaceOf(state.network.activeId)
}

/** The chain in use: the connected wallet's own, else the one last chosen. */
export function activeNetworkId(state: State): CaipNetworkId {
  return sessionOf(state.connection, activeNamespace(state))?.networkId ?? state.network.activeId
}

/** The network in use; `undefined` if the wallet is on a chain that the host does not offer. */
export function activeNetwork(state: State): Network | undefined {
  return networkOf(state, activeNetworkId(state))
}

export function networkOf(state: State, networkId: CaipNetworkId): Network | undefined {
  return state.network.networks.find(
    (network) => network.caipNetworkId === networkId || network.deprecatedCaipNetworkId === networkId,
  )
}

/** Whether the connected wallet can be asked to use a network. */
export function isApproved(state: State, networkId: CaipNetworkId): boolean {
  const approved = sessionOf(state.connection, namespaceOf(networkId))?.approvedNetworkIds
  return approved === undefined || approved === 'all' || approved.includes(networkId)
}
