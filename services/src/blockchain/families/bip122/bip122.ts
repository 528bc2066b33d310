import { nodesOf } from '../../nodes.js'
import type { Family } from '../Family.js'
import { readBitcoinAddress } from './address.js'
import { createBitcoinBalances } from './balances.js'
import { createBitcoinHistory } from './history.js'
import { createInscriptions } from './inscriptions.js'
import { routeEsplora } from './routeEsplora.js'
import { bip122Rules } from './rules.js'

/** Bitcoin: its servers have the shape of Esplora's API. */
export const bip122: Family = {
  namespace: 'bip122',
  createChain(context, chainId, urls) {
    const nodes = nodesOf(context, chainId, urls, bip122Rules(chainId))
    return {
      nodes,
      toAddress: (text) => readBitcoinAddress(text, chainId),
      balances: createBitcoinBalances(context, chainId, nodes),
      collectibles: createInscriptions(context, chainId, nodes),
      history: createBitcoinHistory(context, chainId, nodes),
    }
  },
  route: routeEsplora,
}
