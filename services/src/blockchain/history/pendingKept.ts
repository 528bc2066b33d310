import { isOfTheClient, NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { readQuantity } from '../contracts.js'
import { createKeep } from '../keep.js'
import type { Nodes } from '../nodes.js'
import { createDeadline } from './deadline.js'
import type { Entry, Hex } from './Entry.js'
import { type PendingBlock, pendingCall, pendingOf, toPendingBlock } from './readPending.js'

/** How long the pending block is not read again, in milliseconds: at least, and at most. */
const [leastAge, mostAge] = [5_000, 60_000]
/** How long a page waits for it, in milliseconds: the next one finds it. */
const patience = 1_500
/** Between those, it is kept for this many times as long as a slow node needed for it. */
const timesReading = 20

/** What was read, and how long that took. A node without pending transactions tells none. */
type Kept = { readonly pending: PendingBlock | undefined; readonly took: number }

/**
 * Reads the pending block of a chain for all accounts: pages that wait for a slow node ask every few seconds, and must not
 * use up its calls.
 */
export function createPendingKept(context: Context, nodes: Nodes, signal: AbortSignal) {
  const { clock } = context
  const kept = createKeep<Kept>(context, {
    ageOf: ({ took }) => Math.min(Math.max(leastAge, timesReading * took), mostAge),
    limit: 1,
  })

  async function read(): Promise<Kept> {
    const start = clock.steadyNow()
    const pending = await ask().catch((error: unknown) => {
      // The next client may have more calls left.
      if (!(error instanceof NodeError) || isOfTheClient(error)) throw error
      return undefined
    })
    return { pending, took: clock.steadyNow() - start }
  }

  async function ask(): Promise<PendingBlock | undefined> {
    const [head, reply] = await nodes.ask([{ method: 'eth_blockNumber' }, pendingCall], signal)
    return toPendingBlock(reply, Number(readQuantity(head)))
  }

  /** Returns an account's pending transactions, newest first; none where the node cannot tell them. */
  return async (account: Hex): Promise<readonly Entry[]> => {
    const reading = kept.get('pending', read)
    const deadline = createDeadline(clock, patience)
    try {
      const found = await Promise.race([reading, deadline.passed])
      return found?.pending === undefined ? [] : pendingOf(account, found.pending, clock.now())
    } finally {
      deadline.cancel()
    }
  }
}
