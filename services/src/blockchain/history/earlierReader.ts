import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../outbound/post.js'
import type { HistoryStore } from './historyStore.js'
import type { RangeReader } from './rangeReader.js'

/**
 * Reads accounts' earlier history, one range per call, newest first. Returns whether there is more. Throws `NodeError`.
 */
export function createEarlierReader(
  chainId: CaipNetworkId,
  store: HistoryStore,
  ranges: RangeReader,
): () => Promise<boolean> {
  /** The block where the last range read did not connect to the stored one. */
  let brokenAt: number | undefined
  let isTurnOfNewest = false

  return async () => {
    const unfinished = await store.unfinished(chainId)
    // Alternates between the newest accounts and those left behind, which would otherwise wait for ever.
    isTurnOfNewest = !isTurnOfNewest
    const top = unfinished.at(isTurnOfNewest ? 0 : -1)
    if (top === undefined) return false
    const group = unfinished.filter(({ low }) => low === top.low)
    // Read down to where the next accounts' ranges begin; from there on all are read together.
    const next = unfinished.find(({ low }) => low < top.low)?.low ?? 0
    const bound = Math.max(next, ...group.map(({ first }) => first))
    const addresses = group.map(({ address }) => address)
    const { headers, entries } = await ranges.downwards(top.low, bound, new Set(addresses))
    if (headers.at(-1)?.hash !== top.lowParent) {
      // The head reader detects a changed chain. If the chain is unchanged, the stored range was wrong.
      if (brokenAt === top.low) await store.reread(chainId, addresses)
      brokenAt = top.low
      throw new NodeError('the chain changed')
    }
    await store.fill(chainId, { top, addresses, added: headers, found: entries })
    return true
  }
}
