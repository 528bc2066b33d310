import type { ErrorState } from '../../core/ErrorState.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { activeNetworkId, type InUse } from '../connection/inUse.js'
import { sessionOf } from '../connection/state.js'

export { activeNamespace, activeNetworkId, namespacesOf } from '../connection/inUse.js'

export type NetworkState = {
  /** The networks the host offers, in its order. */
  readonly networks: readonly Network[]
  /** The network that was last chosen or that the wallet last moved to; for a connected namespace the wallet rules. */
  readonly activeId: CaipNetworkId
  /** The switch that a screen follows. */
  readonly switching: { readonly networkId: CaipNetworkId; readonly error?: ErrorState | undefined } | null
}

/** The slices that tell of networks. */
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
