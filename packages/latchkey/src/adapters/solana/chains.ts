import type { CaipNetworkId } from '../../protocol/caip.js'

/** What the Wallet Standard calls the clusters, by the reference of their CAIP-2 ids. */
const clusters: { readonly [reference: string]: string | undefined } = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}

/** The Wallet Standard's name of a network. A cluster that has none of its own is a local one. */
export function chainOf(networkId: CaipNetworkId): string {
  const [namespace, reference = ''] = networkId.split(':')
  return `${namespace}:${clusters[reference] ?? 'localnet'}`
}
