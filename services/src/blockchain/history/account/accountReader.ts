import { NodeError } from '../../../outbound/post.js'
import type { Context } from '../../../shared/context.js'
import { messageOf } from '../../../shared/log.js'
import { createKeep } from '../../keep.js'
import type { Nodes } from '../../nodes.js'
import type { Hex } from '../Entry.js'
import type { HistoryStore } from '../historyStore.js'
import { WrongAnswer } from '../nodeAnswers.js'
import { createTraces } from '../traces.js'
import { createAnswerCache } from './answerCache.js'
import { createBarrenReading } from './barrenReading.js'
import { type Budget, BudgetSpent, meter } from './budget.js'
import { createTipReader } from './createTipReader.js'
import { createGapFiller } from './fillGaps.js'
import { createMender } from './mendGaps.js'
import { NoHistory, oldestKept } from './prunedLogs.js'
import { createAbilities, type Reading, type Session } from './Reading.js'
import type { Range, Size } from './rangeRecord.js'
import { readNext } from './readNext.js'
import { createRecent } from './recent.js'
import { createSessions } from './sessions.js'
import type { Begun, Tip } from './Tip.js'

/** How long the newest blocks of an account are not read again, in milliseconds. */
const tipAge = 10_000
/** How long they are not while the account's earlier blocks are read: on a slow node they would use up its calls. */
const tipAgeMeanwhile = 60_000
/** How long they are not at most, however slow the node is. */
const longestTipAge = 180_000
/** Most accounts whose newest blocks are kept. */
const tipLimit = 200
/** Most accounts that are known to have as many entries as are kept of one. */
const fullLimit = 10_000
/** Most bytes of kept answers about final blocks. */
const cacheSize = 32 * 1024 * 1024
/** How many entries the first step that finds any reads at most: a visitor sees them before other visitors' many. */
const firstEntries = 2
/** How long nothing more than their last word is needed to believe that the nodes are of this chain, in milliseconds. */
const confirmAge = 10_000
/** Calls that one request may cause. */
export const callsPerRequest = 400

type Step = {
  readonly budget: Budget
  readonly head: number
  readonly wanted: number
  /** How much is kept of the account at most. */
  readonly most: Size
}

/**
 * Reads the history of single accounts in steps. What a step has learned stays in memory until it is done, so a step
 * that a failing node or a spent budget ends goes on where it was.
 */
export function createAccountReader(context: Context, nodes: Nodes, signal: AbortSignal) {
  const { clock, settings, log } = context
  const { chainId } = nodes
  const abilities = createAbilities()
  let cache = createAnswerCache(cacheSize)
  let confirmedAt = Number.NEGATIVE_INFINITY
  let lies = nodes.lies?.() ?? 0
  const traces = settings.historyTraces === 'off' ? undefined : createTraces(context, nodes)
  const sessions = createSessions()
  const tips = createKeep<Tip>(context, { ageOf: () => tipAge, limit: tipLimit })
  const recent = createRecent<Hex, Tip>(clock, {
    age: tipAgeMeanwhile,
    longest: longestTipAge,
    limit: tipLimit,
  })
  const running = new Map<Hex, Promise<boolean>>()
  const barren = createBarrenReading(clock)
  /** Accounts of which as much is kept as may be. */
  const full = new Set<Hex>()
  const mender = createMender(clock)

  const open = (account: Hex, budget: Budget, session: Session, head: number): Reading => ({
    account,
    nodes: meter(nodes, budget),
    budget,
    cache,
    abilities,
    session,
    traces,
    head,
    clock,
    signal,
  })

  const filler = createGapFiller({ chainId, mender, sessions, open, distrust, signal })

  const sessionOf = (account: Hex, { low }: Pick<Range, 'low'>, bound: number): Session =>
    sessions.open(`${account} ${bound}`, { high: low - 1, bound })

  const readTip = createTipReader(context, nodes, {
    ...{ abilities, open, sessionOf, firstBlock, begin, confirm, forgetAnswers, signal },
  })

  /** Reads the next blocks below the stored range. Returns the number of entries; `undefined` if none are left. */
  async function readStep(
    account: Hex,
    store: HistoryStore,
    { budget, head, wanted, most }: Step,
  ): Promise<number | undefined> {
    const [top, next] = await store.ranges.of(chainId, account)
    full.delete(account)
    const size = await store.ranges.sizeOf(chainId, account)
    if (size.entries >= most.entries || size.bytes >= most.bytes) {
      if (full.size >= fullLimit) full.clear()
      full.add(account)
      return undefined
    }
    const bound = next === undefined ? firstBlock(head) : next.high + 1
    if (top === undefined || top.low <= bound || isAtEnd(top.low)) return undefined
    const begun = begin(false)
    const session = sessionOf(account, top, bound)
    const isFirst = session.seen.entries === 0
    const { low, lowTime, entries, lacks } = await readNext(open(account, budget, session, head), {
      high: top.low - 1,
      bound,
      wanted,
      most: isFirst ? Math.min(wanted, firstEntries) : wanted,
    })
    await confirm(begun, budget)
    await store.ranges.extend(chainId, account, top, { low, lowTime, entries, gaps: lacks })
    if (lacks.length > 0 && !mender.isAtWork(account)) mender.pause(account)
    return entries.length
  }

  /** Like {@link readStep}, and counts its calls unless it finds something. */
  async function readCounted(account: Hex, store: HistoryStore, step: Step): Promise<boolean> {
    const { left } = step.budget
    try {
      const found = await readStep(account, store, step)
      if (found !== undefined) barren.finish(account, left - step.budget.left, found)
      return found !== undefined
    } catch (error) {
      distrust(account, error)
      // A node's failure says nothing of the account: only what a sound step did not find makes it a barren one.
      if (error instanceof BudgetSpent) barren.interrupt(account, left - step.budget.left)
      throw error
    }
  }

  /**
   * Begins work on what the nodes tell. A node that turned out to be of another chain may have told what is kept: nothing
   * of it is used any more.
   *
   * @param isConfirmed The nodes have just told their chain.
   */
  function begin(isConfirmed: boolean): Begun {
    if (isConfirmed) confirmedAt = clock.steadyNow()
    const known = nodes.lies?.() ?? 0
    if (known !== lies) forgetAnswers('')
    lies = known
    return { lies: known }
  }

  async function confirm(begun: Begun, budget: Budget): Promise<void> {
    if (clock.steadyNow() - confirmedAt > confirmAge) {
      budget.left--
      budget.spend?.(1)
      await nodes.ask([{ method: 'eth_chainId' }], signal)
      confirmedAt = clock.steadyNow()
    }
    if ((nodes.lies?.() ?? 0) !== begun.lies) throw new NodeError('a node answered for another chain')
  }

  /** After a wrong answer, forgets all kept answers that it may be one of. */
  function distrust(account: Hex, error: unknown): void {
    if (error instanceof WrongAnswer) forgetAnswers(account)
  }

  function forgetAnswers(account: Hex | ''): void {
    cache = createAnswerCache(cacheSize)
    sessions.forget(account)
  }

  /** Whether the nodes have deleted everything below a block. */
  function isAtEnd(low: number): boolean {
    return low <= oldestKept({ abilities, clock })
  }

  function isTired(account: Hex): boolean {
    return barren.isTired(account) || full.has(account)
  }

  function firstBlock(head: number): number {
    return Math.max(head - settings.historyDepth, 0)
  }

  return {
    firstBlock,
    /**
     * Whether nothing more of the account is read for now: so many calls have found nothing, or so much of it is kept.
     */
    isTired,
    isAtEnd,
    /** The newest blocks, read at most every few seconds. Throws `NodeError`. */
    tip: (account: Hex, store: HistoryStore, budget: Budget): Promise<Tip> =>
      tips
        .get(account, () => recent.keep(account, () => readTip(account, store, budget)))
        .catch((error: unknown) => {
          distrust(account, error)
          return toNodeError(error)
        }),
    /** The newest blocks as they were lately, if there is more below to be read. */
    async recentTip(account: Hex, store: HistoryStore): Promise<Tip | undefined> {
      const tip = recent.get(account)
      const [top] = tip === undefined ? [] : await store.ranges.of(chainId, account)
      if (tip === undefined || top === undefined || isTired(account)) return undefined
      return top.low > firstBlock(tip.head) && !isAtEnd(top.low) ? tip : undefined
    },
    /**
     * Reads on until no more entries are wanted, the end, the budget is spent, or the account is tired. Requests for the
     * same account share each step.
     *
     * @throws `NodeError`
     */
    async readOn(
      account: Hex,
      store: HistoryStore,
      { missing, ...given }: Omit<Step, 'wanted'> & { readonly missing: () => Promise<number> },
    ): Promise<void> {
      for (let wanted = await missing(); wanted > 0 && !signal.aborted; wanted = await missing()) {
        if (barren.isTired(account)) return
        const shared = running.get(account)
        const step =
          shared ?? readCounted(account, store, { ...given, wanted }).finally(() => running.delete(account))
        running.set(account, step)
        try {
          if (!(await step)) return
        } catch (error) {
          if (error instanceof BudgetSpent && (shared === undefined || given.budget.left <= 0)) return
          if (error instanceof BudgetSpent) continue
          if (error instanceof NoHistory) return
          if (error instanceof NodeError && !signal.aborted)
            log.warn('blockchain.historyPaused', { chain: chainId, reason: messageOf(error) })
          throw error
        }
      }
    },
    /** Reads the gaps of what a page shows again, as far as the nodes can fill them by now. */
    mend: filler.fill,
    /** Whether gaps of the account are still being read again. */
    isMending: mender.isAtWork,
    /** Resolves when work in progress has stopped after the signal. */
    async close(): Promise<void> {
      await Promise.allSettled(running.values())
      await filler.close()
    },
  }
}

function toNodeError(error: unknown): never {
  throw error instanceof BudgetSpent ? new NodeError('too much happened in the newest blocks') : error
}
