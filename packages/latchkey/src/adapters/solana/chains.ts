import type { CaipNetworkId } from '../../protocol/caip.js'

/** What the Wallet Standard calls the clusters, by the reference of their CAIP-2 ids. */
const clusters: { readonly [reference: string]: string | undefined } = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}

/** The name of a network's cluster; `undefined` if it has none. */
export const clusterOf = (networkId: CaipNetworkId): string | undefined =>
  clusters[networkId.slice(networkId.indexOf(':') + 1)]

/** The Wallet Standard's name of a network. A cluster that has none of its own is a local one. */
export function chainOf(networkId: CaipNetworkId): string {
  const [namespace] = networkId.split(':')
  return `${namespace}:${clusterOf(networkId) ?? 'localnet'}`
}
