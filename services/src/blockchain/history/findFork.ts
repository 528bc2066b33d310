import * as v from 'valibot'
import type { Nodes } from '../nodes.js'
import { NodeError } from '../post.js'
import { askAll, toHex } from './askAll.js'
import type { Head } from './historyStore.js'
import { headerSchema, readResult } from './nodeAnswers.js'

/**
 * The number of the newest known block that is still the chain's; `undefined` where none is.
 *
 * @param known The newest first.
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
    // A node that cannot tell must not look like one that tells of another chain.
    if (reply === undefined || 'error' in reply) throw new NodeError('refused to tell')
    return readResult(reply, v.nullable(headerSchema))?.hash === hash
  })
  return known[index]?.number
}
