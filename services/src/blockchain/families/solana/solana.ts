import { nodesOf } from '../../nodes.js'
import type { Family } from '../Family.js'
import { solanaRpc, solanaRules } from './rules.js'

/** Solana: its nodes speak JSON-RPC. */
export const solana: Family = {
  namespace: 'solana',
  createChain: (context, chainId, urls) => ({
    nodes: nodesOf(context, chainId, urls, solanaRules(chainId)),
    rpc: solanaRpc,
  }),
}
