import * as v from 'valibot'
import { NodeError } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import { askAll, toHex } from './askAll.js'
import type { Head } from './Known.js'
import { headerSchema, readResult } from './nodeAnswers.js'

/**
 * Returns the number of the newest stored block that is still on the chain; `undefined` if none is.
 *
 * @param known Newest first.
 * @throws {@link NodeError}
 */
export async function findFork(
  nodes: Nodes,
  known: readonly Head[],
  signal?: AbortSignal | undefined,
): Promise<number | undefined> {
  const calls = known.map(({ number }) => ({
    method: 'eth_getBlockByNumber',
    params: [toHex(number), false],
  }))
  const replies = await askAll(nodes, calls, signal)
  const index = known.findIndex(({ hash }, place) => {
    const reply = replies[place]
    // An error from the node must not look like a different chain.
    if (reply === undefined || 'error' in reply) throw new NodeError('refused to tell')
    return readResult(reply, v.nullable(headerSchema))?.hash === hash
  })
  return known[index]?.number
}
