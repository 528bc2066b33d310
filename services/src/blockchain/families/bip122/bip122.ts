import { nodesOf } from '../../nodes.js'
import type { Family } from '../Family.js'
import { routeEsplora } from './routeEsplora.js'
import { bip122Rules } from './rules.js'

/** Bitcoin: its servers have the shape of Esplora's API. */
export const bip122: Family = {
  namespace: 'bip122',
  createChain: (context, chainId, urls) => ({
    nodes: nodesOf(context, chainId, urls, bip122Rules(chainId)),
  }),
  route: routeEsplora,
}
