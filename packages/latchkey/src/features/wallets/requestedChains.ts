import type { Kit } from '../Kit.js'

/**
 * The chains to look wallets up by. A wallet that speaks a family can be told of any chain of it, so the family's
 * mainnet is asked for beside the host's own networks: an app on a local chain sees wallets too.
 */
export function requestedChains({ adapters, store }: Pick<Kit, 'adapters' | 'store'>): string[] {
  const { modal, network } = store.getState()
  const { namespace } = modal
  const chains = network.networks
    .filter(({ chainNamespace }) => namespace === undefined || chainNamespace === namespace)
    .flatMap(({ chainNamespace, caipNetworkId }) => [
      caipNetworkId,
      adapters.get(chainNamespace)?.mainnet ?? caipNetworkId,
    ])
  return [...new Set(chains)]
}
