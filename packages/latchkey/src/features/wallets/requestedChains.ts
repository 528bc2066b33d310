import type { Kit } from '../Kit.js'

/**
 * The chains by which to look up wallets: the host's networks and the mainnet of each family. A wallet of a family can
 * add any chain of it, so an app on a local chain gets a list too.
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
