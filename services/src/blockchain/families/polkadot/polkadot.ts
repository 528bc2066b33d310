import { nodesOf } from '../../nodes.js'
import type { Family } from '../Family.js'
import { polkadotRpc, polkadotRules } from './rules.js'

/** Polkadot and chains like it: their nodes speak the older JSON-RPC by HTTP (decision 173). */
export const polkadot: Family = {
  namespace: 'polkadot',
  createChain: (context, chainId, urls) => ({
    nodes: nodesOf(context, chainId, urls, polkadotRules(chainId)),
    rpc: polkadotRpc,
  }),
}
