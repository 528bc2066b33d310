import { nodesOf } from '../../nodes.js'
import type { Family } from '../Family.js'
import { bytesOfAddress } from './address.js'
import { createSolanaBalances } from './balances.js'
import { createSolanaCollectibles } from './collectibles/createCollectibles.js'
import { createTokenReader } from './createTokenReader.js'
import { createSolanaHistory } from './history/history.js'
import { readListedToken } from './readListedToken.js'
import { solanaRpc, solanaRules } from './rules.js'

/** Solana: its nodes speak JSON-RPC. */
export const solana: Family = {
  namespace: 'solana',
  readListed: readListedToken,
  createChain(context, chainId, urls) {
    const nodes = nodesOf(context, chainId, urls, solanaRules(chainId))
    const tokens = createTokenReader(context, nodes)
    return {
      nodes,
      rpc: solanaRpc,
      toAddress: (text) => (bytesOfAddress(text) === undefined ? undefined : text),
      balances: createSolanaBalances(context, chainId, { nodes, tokens }),
      collectibles: createSolanaCollectibles(context, chainId, { nodes, tokens }),
      history: createSolanaHistory(context, chainId, { nodes, tokens }),
    }
  },
}
