import type { ErrorState } from '../../core/ErrorState.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { activeNetworkId, type InUse } from '../connection/inUse.js'
import { sessionOf } from '../connection/state.js'

export { activeNamespace, activeNetworkId, namespacesOf } from '../connection/inUse.js'

export type NetworkState = {
  /** The networks the host offers, in its order. */
  readonly networks: readonly Network[]
  /** The network last chosen, or last used by the wallet. In a connected namespace, the wallet's network counts. */
  readonly activeId: CaipNetworkId
  /** The network switch that a screen is showing. */
  readonly switching: { readonly networkId: CaipNetworkId; readonly error?: ErrorState | undefined } | null
}

/** The slices that say which network is in use. */
type Located = Pick<InUse, 'connection'> & { readonly network: NetworkState }

/** The network in use; `undefined` if the wallet is on a chain that the host does not offer. */
export function activeNetwork(state: Located): Network | undefined {
  return networkOf(state, activeNetworkId(state))
}

export function networkOf(state: Located, networkId: CaipNetworkId): Network | undefined {
  return state.network.networks.find(
    (network) => network.caipNetworkId === networkId || network.deprecatedCaipNetworkId === networkId,
  )
}

/** Whether the connected wallet can be asked to use a network. */
export function isApproved(state: Located, networkId: CaipNetworkId): boolean {
  const approved = sessionOf(state.connection, namespaceOf(networkId))?.approvedNetworkIds
  return approved === undefined || approved === 'all' || approved.includes(networkId)
}
