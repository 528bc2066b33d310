import { type CaipNetworkId, parseNetworkId } from '../../protocol/caip.js'

/** The prefixes of addresses by network, from the SS58 registry; an asset hub writes its relay chain's. */
const registered: { readonly [reference: string]: number | undefined } = {
  // Polkadot, and its asset hub.
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  '68d56f15f85d3136970ec16946040bc1': 0,
  // Kusama, and its asset hub.
  b0a8d493285c2df73290dfb7e61f870f: 2,
  '48239ef607d7928874027a43a6768920': 2,
}

/** The prefix of networks that have not registered one, test networks among them. */
export const genericPrefix = 42

/** Prefixes that a host gives for its own networks, by CAIP-2 id. */
export type Prefixes = { readonly [networkId in CaipNetworkId]?: number }

/** Returns the prefix with which a network's addresses are written. */
export function prefixOfNetwork(networkId: CaipNetworkId, own: Prefixes = {}): number {
  return own[networkId] ?? registered[parseNetworkId(networkId)?.reference ?? ''] ?? genericPrefix
}
