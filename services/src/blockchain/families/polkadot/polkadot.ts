import { nodesOf } from '../../nodes.js'
import type { Family } from '../Family.js'
import { createCoinReader, createPolkadotBalances } from './balances.js'
import { polkadotRpc, polkadotRules } from './rules.js'
import { accountOf } from './ss58.js'
import { createSubscanHistory } from './subscanHistory.js'

/** Polkadot and chains like it: their nodes speak the older JSON-RPC by HTTP (decision 173). */
export const polkadot: Family = {
  namespace: 'polkadot',
  createChain(context, chainId, urls) {
    const nodes = nodesOf(context, chainId, urls, polkadotRules(chainId))
    const coin = createCoinReader(nodes)
    return {
      nodes,
      rpc: polkadotRpc,
      toAddress: (text) => (accountOf(text) === undefined ? undefined : text),
      balances: createPolkadotBalances(context, chainId, { nodes, coin }),
      history: createSubscanHistory(context, chainId, coin),
    }
  },
}
