import type { WalletProtocol } from '../../core/walletProtocol.js'
import type { Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'

/** One namespace of a session proposal (CAIP-25). */
export type ProposedNamespace = {
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/**
 * Builds the proposal for the host's networks: each family's chains in the host's order, all optional, so that a wallet
 * that supports only some of them can still connect.
 */
export function proposeNamespaces(
  networks: readonly Network[],
  protocolOf: (namespace: Namespace) => WalletProtocol,
): { readonly [namespace: string]: ProposedNamespace } {
  const proposed: { [namespace: string]: ProposedNamespace } = {}
  for (const { chainNamespace, caipNetworkId, deprecatedCaipNetworkId } of networks) {
    const ids =
      deprecatedCaipNetworkId === undefined ? [caipNetworkId] : [caipNetworkId, deprecatedCaipNetworkId]
    const chains = [...(proposed[chainNamespace]?.chains ?? []), ...ids]
    const { methods, events } = protocolOf(chainNamespace)
    proposed[chainNamespace] = { chains, methods, events }
  }
  return proposed
}
