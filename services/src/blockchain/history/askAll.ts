import type { Nodes } from '../nodes.js'
import type { RpcCall, RpcReply } from '../post.js'
import type { Hex } from './Entry.js'

/** Requests in one HTTP body; more than this many nodes refuse. */
export const batchSize = 50
/** Bodies that are under way at once: most of the time is spent waiting for the node. */
const batchesAtOnce = 4

/**
 * Asks in lists of a size that nodes take. The replies are in the order of the calls.
 *
 * @throws `NodeError`
 */
export async function askAll(
  nodes: Nodes,
  calls: readonly RpcCall[],
  signal?: AbortSignal | undefined,
): Promise<readonly RpcReply[]> {
  const replies: RpcReply[] = []
  for (let start = 0; start < calls.length; start += batchesAtOnce * batchSize) {
    const batches = Array.from({ length: batchesAtOnce }, (_, index) => start + index * batchSize)
      .filter((from) => from < calls.length)
      .map((from) => nodes.ask(calls.slice(from, from + batchSize), signal))
    replies.push(...(await Promise.all(batches)).flat())
  }
  return replies
}

/** A number as nodes want it. */
export function toHex(number: number): Hex {
  return `0x${number.toString(16)}`
}
