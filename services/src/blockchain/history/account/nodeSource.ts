import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import { isPublicChain } from '../../nativeCoin.js'
import type { Nodes } from '../../nodes.js'
import { createChainSource } from '../chainSource.js'
import { isDevelopmentNode } from '../depth.js'
import type { HistoryStore } from '../historyStore.js'
import type { Source } from '../Source.js'
import { createAccountSource } from './accountSource.js'

/**
 * Reads the history from a chain's nodes: every block of a development chain, which is short, and on any other chain
 * only what concerns the accounts that are asked for.
 */
export function createNodeSource(
  context: Context,
  nodes: Nodes,
  store: HistoryStore,
  signal: AbortSignal,
): Source {
  const ofAccounts = createAccountSource(context, nodes, store, signal)
  if (isPublicChain(nodes.chainId)) return ofAccounts
  const ofBlocks = createChainSource(context, nodes, store, signal)
  let isShort: boolean | undefined

  async function choose(): Promise<Source> {
    if (isShort === undefined) {
      try {
        isShort = await isDevelopmentNode(nodes)
      } catch (error) {
        // While its node does not answer, a chain that has been followed shows what is stored.
        if (error instanceof NodeError && (await store.head(nodes.chainId)) !== undefined) return ofBlocks
        throw error
      }
    }
    return isShort ? ofBlocks : ofAccounts
  }

  return {
    name: ofBlocks.name,
    page: async (account, query) => (await choose()).page(account, query),
    pending: async (account) => (await choose()).pending(account),
    collectibles: async (account) => (await choose()).collectibles(account),
    close: async () => {
      await Promise.all([ofBlocks.close(), ofAccounts.close()])
    },
  }
}
