import type { Nodes } from '../nodes.js'
import type { RpcCall, RpcReply } from '../post.js'
import type { Hex } from './Entry.js'

/** Requests in one HTTP body; more than this many nodes refuse. */
export const batchSize = 50

/**
 * Asks in lists of a size that nodes take.
 *
 * @throws `NodeError`
 */
export async function askAll(
  nodes: Nodes,
  calls: readonly RpcCall[],
  signal?: AbortSignal | undefined,
): Promise<readonly RpcReply[]> {
  const replies: RpcReply[] = []
  for (let start = 0; start < calls.length; start += batchSize) {
    replies.push(...(await nodes.ask(calls.slice(start, start + batchSize), signal)))
  }
  return replies
}

/** A number as nodes want it. */
export function toHex(number: number): Hex {
  return `0x${number.toString(16)}`
}
