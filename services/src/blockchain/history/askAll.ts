import type { RpcCall, RpcReply } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import type { Hex } from './Entry.js'

/** Requests in one HTTP body; many nodes refuse more. */
export const batchSize = 50
/** HTTP bodies sent concurrently: most of the time goes into waiting for the node. */
const batchesAtOnce = 4

/**
 * Sends calls in batches of a size that nodes accept. Replies are in the order of the calls.
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

/** Writes a number as a hex quantity. */
export function toHex(number: number): Hex {
  return `0x${number.toString(16)}`
}
