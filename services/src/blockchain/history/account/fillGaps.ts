import type { CaipNetworkId } from 'latchkey/protocol'
import { NodeError } from '../../../outbound/post.js'
import type { Hex } from '../Entry.js'
import type { HistoryStore } from '../historyStore.js'
import { type Budget, BudgetSpent } from './budget.js'
import type { Gap } from './gaps.js'
import type { createMender } from './mendGaps.js'
import type { Reading, Session } from './Reading.js'
import { createSession, readNext } from './readNext.js'
import type { SpanRead } from './readSpan.js'
import type { createSessions } from './sessions.js'

/** Entries that one step should have at most. */
const mostWanted = 16

type Blocks = { readonly low: number; readonly high: number }

/** What a page shows, whose gaps are read again. */
type Filling = {
  readonly budget: Budget
  readonly head: number
  /** The blocks that the page covers, which become fewer as more is found in them. */
  readonly shown: () => Promise<Blocks | undefined>
}

type Tools = {
  readonly chainId: CaipNetworkId
  readonly mender: ReturnType<typeof createMender>
  readonly sessions: ReturnType<typeof createSessions>
  readonly open: (account: Hex, budget: Budget, session: Session, head: number) => Reading
  /** After a wrong answer, forgets what it may have spoilt. */
  readonly distrust: (account: Hex, error: unknown) => void
  readonly signal: AbortSignal
}

/** Reads gaps again, newest blocks first. Until a part has been read again, what is stored of it stays. */
export function createGapFiller({ chainId, mender, sessions, open, distrust, signal }: Tools) {
  const running = new Map<Hex, Promise<void>>()

  /** Returns whether there may be more to do. */
  async function fillNext(account: Hex, store: HistoryStore, filling: Filling): Promise<boolean> {
    const { budget, head, shown } = filling
    const [range] = await store.ranges.of(chainId, account)
    if (range === undefined) return stop(account)
    const blocks = await shown()
    if (blocks === undefined) return false
    const seen = range.gaps.filter(({ low, high }) => low <= blocks.high && high >= blocks.low)
    const next = await mender.next(open(account, budget, createSession(head, 0), head), seen)
    if (next === undefined) return false
    const { high, gap } = next
    const session = sessions.open(`${account} again ${gap.low}`, { high, bound: gap.low })
    const bound = Math.min(Math.max(next.low, blocks.low), high)
    const read = await readNext(open(account, budget, session, head), { high, bound, wanted: mostWanted })
    if (isWorse(read, range.gaps)) return stop(account)
    mender.reach(account, read.low)
    return store.ranges.refill(chainId, account, { ...read, gaps: read.lacks })
  }

  function stop(account: Hex): false {
    mender.pause(account)
    return false
  }

  async function fillAll(account: Hex, store: HistoryStore, filling: Filling): Promise<void> {
    try {
      while (!signal.aborted && (await fillNext(account, store, filling)));
    } catch (error) {
      if (error instanceof BudgetSpent) return
      distrust(account, error)
      mender.pause(account)
      if (!(error instanceof NodeError)) throw error
    }
  }

  return {
    /** Fills the gaps of a page until the budget is spent. After a failure it begins anew in an hour. */
    fill(account: Hex, store: HistoryStore, filling: Filling): Promise<void> {
      const shared = running.get(account)
      if (shared !== undefined) return shared
      const work = fillAll(account, store, filling).finally(() => running.delete(account))
      running.set(account, work)
      return work
    },
    async close(): Promise<void> {
      await Promise.allSettled(running.values())
    },
  }
}

/** Whether the nodes can no longer tell what they told the first time. */
function isWorse({ lacks, low, high }: SpanRead, old: readonly Gap[]): boolean {
  const had = old.some((gap) => gap.needs === 'logs' && gap.low <= high && gap.high >= low)
  return lacks.some(({ needs }) => needs === 'state' || (needs === 'logs' && !had))
}
