import { NodeError, type RpcCall, type RpcReply, TooManyCalls } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import type { Hex } from './Entry.js'

/** Requests in one HTTP body; many nodes refuse more. */
export const batchSize = 50
/** HTTP bodies sent concurrently: most of the time goes into waiting for the node. */
const batchesAtOnce = 4
/**
 * Into how many bodies the calls of one second are divided for a slow node, and for how many seconds they are sent at
 * once. A body that fills most of a second would leave the rest of it empty.
 */
const [bodiesPerSecond, secondsAtOnce] = [5, 2]

/**
 * Sends calls in batches of a size that nodes accept, and to a slow node in small ones: of a list nothing would be kept
 * where a part fails, and a short batch fits into what a second has left. Replies are in the order of the calls. The
 * queue of a slow node may have room for one batch, but not for several: those are sent one after the other.
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
  const small = Math.max(1, Math.floor(most / bodiesPerSecond))
  const [size, atOnce] =
    most < batchSize
      ? [small, Math.max(1, Math.floor((secondsAtOnce * most) / small))]
      : [batchSize, batchesAtOnce]

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
