import { NodeError, type RpcCall, type RpcReply, TooManyCalls } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import type { Hex } from './Entry.js'

/** Requests in one HTTP body; many nodes refuse more. */
export const batchSize = 50
/** HTTP bodies sent concurrently: most of the time goes into waiting for the node, unless it is slow. */
const [batchesAtOnce, slowBatchesAtOnce] = [4, 2]

/**
 * Sends calls in batches of a size that nodes accept, and of at most as many calls as they take at once: of a longer list
 * nothing would be kept where a part fails. Replies are in the order of the calls. The queue of a slow node may have room
 * for one batch, but not for several: those are sent one after the other.
 *
 * @param keep Gets the replies of each batch, from the call of this number on, also where another batch fails.
 * @throws `NodeError`
 */
export async function askAll(
  nodes: Nodes,
  calls: readonly RpcCall[],
  signal?: AbortSignal | undefined,
  keep: (start: number, replies: readonly RpcReply[]) => void = () => {},
): Promise<readonly RpcReply[]> {
  const most = nodes.mostAtOnce?.() ?? batchSize
  const [size, atOnce] =
    most < batchSize ? [Math.max(1, Math.floor(most)), slowBatchesAtOnce] : [batchSize, batchesAtOnce]

  async function send(start: number): Promise<readonly RpcReply[]> {
    const part = calls.slice(start, start + size)
    const replies = await nodes.ask(part, signal)
    if (replies.length < part.length) throw new NodeError('no reply to a call')
    keep(start, replies)
    return replies
  }

  const replies: RpcReply[] = []
  for (let start = 0; start < calls.length; start += atOnce * size) {
    const starts = Array.from({ length: atOnce }, (_, index) => start + index * size).filter(
      (from) => from < calls.length,
    )
    const batches = await Promise.allSettled(starts.map(send))
    for (const [index, batch] of batches.entries()) {
      if (batch.status === 'rejected' && (starts.length === 1 || !(batch.reason instanceof TooManyCalls)))
        throw batch.reason
      replies.push(...(batch.status === 'fulfilled' ? batch.value : await send(starts[index] ?? 0)))
    }
  }
  return replies
}

/** Writes a number as a hex quantity. */
export function toHex(number: number): Hex {
  return `0x${number.toString(16)}`
}
