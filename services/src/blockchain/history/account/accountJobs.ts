import { NodeError } from '../../../outbound/post.js'
import { patiently } from '../../../outbound/turns.js'
import type { Context } from '../../../shared/context.js'
import { currentReadings, inBackground } from '../../budget/meter.js'
import type { Nodes } from '../../nodes.js'
import { createDeadline } from '../deadline.js'
import type { Hex } from '../Entry.js'
import type { HistoryStore } from '../historyStore.js'
import { callsPerRequest, type createAccountReader } from './accountReader.js'
import { createAskedBudgets } from './askedBudgets.js'
import type { Budget } from './budget.js'
import { clientKey } from './clientKey.js'
import type { Size } from './rangeRecord.js'
import type { Tip } from './Tip.js'

/** How long an answer may wait for the chain, in milliseconds. */
const patience = 3_000
/** Calls below the newest blocks that the first request for an account may cause: visitors' pages ask again within seconds. */
const callsOfFirst = 100
/** New accounts of one client that are read at once further than the newest blocks. */
const newAccounts = { rate: 1 / 30, burst: 5 }

/**
 * How much is kept of an account: in the store, and in memory. An entry is usually below 1 kB, and up to 33 kB if it has a
 * hundred movements.
 */
const mostStored: Size = { entries: 20_000, bytes: 20 * 1024 * 1024 }
const mostInMemory: Size = { entries: 1_000, bytes: 1024 * 1024 }

/** What a request wants read. */
export type Wanted = {
  /** Requests for the same share their calls. */
  readonly what: 'history' | 'collectibles'
  /** How many entries the answer still lacks. */
  readonly missing: (tip: Tip) => Promise<number>
  /** The blocks that the answer shows, whose gaps are read again. */
  readonly shown: (tip: Tip) => Promise<{ readonly low: number; readonly high: number } | undefined>
  /** Calls that the request may still cause. */
  readonly allowed?: { left: number } | undefined
  /** Counts the calls below the newest blocks. */
  readonly onRead?: ((calls: number) => void) | undefined
}

type Tools = {
  readonly nodes: Pick<Nodes, 'chainId'>
  readonly store: HistoryStore
  readonly reader: ReturnType<typeof createAccountReader>
}

/** Reads accounts for requests: it goes on after the answer, as long as somebody asks, and within what those may spend. */
export function createAccountJobs(context: Context, { nodes: { chainId }, store, reader }: Tools) {
  const budgets = createAskedBudgets(context.clock)
  const work = new Set<Promise<void>>()

  async function run(
    account: Hex,
    own: HistoryStore,
    { missing, shown, onRead }: Wanted,
    { budget, isNew, found: tell }: { budget: Budget; isNew: boolean; found: (tip: Tip | undefined) => void },
  ): Promise<void> {
    const recent = await reader.recentTip(account, own)
    const isMore = recent !== undefined && (await missing(recent)) > 0
    const tip = isMore ? recent : await reader.tip(account, own, budget)
    tell(tip)
    const { head } = tip
    // Of many accounts that one client asks for, only those that it asks for again are read further.
    const isStranger =
      isNew &&
      !context.requests.take(`new accounts of ${clientKey(context, store)} on ${chainId}`, newAccounts)
    if (isStranger) return
    if (isNew) budget.left = Math.min(budget.left, callsOfFirst)
    const below = onRead === undefined ? budget : counted(budget, onRead)
    const most = own === store ? mostStored : mostInMemory
    await reader.readOn(account, own, { budget: below, head, most, missing: () => missing(tip) })
    // After the earlier blocks, the newest ones are due. If they cannot be read, the ones from before are old.
    if (isMore && (await missing(tip)) <= 0) {
      const newest = reader.tip(account, own, budget)
      await newest.then(tell, () => tell(undefined))
      await newest
    }
    await reader.mend(account, own, { budget, head, shown: () => shown(tip) })
  }

  return {
    /** Reads until nothing is missing, but waits at most a few seconds: the reading goes on after the answer. */
    async read(
      account: Hex,
      own: HistoryStore,
      wanted: Wanted,
    ): Promise<{ readonly tip: Tip | undefined; readonly isLate: boolean; readonly isComing?: boolean }> {
      const isKnown = async () => (await own.ranges.of(chainId, account)).length > 0
      const readings = currentReadings()
      if (readings !== undefined && readings.left() < 1) {
        // What is stored is shown, and the reading goes on when the client has calls again.
        if (await isKnown()) return { tip: undefined, isLate: true }
        readings.require()
      }
      const isNew = !(await isKnown())
      const { allowed = { left: callsPerRequest } } = wanted
      const { budget, end } = budgets.ask(`${wanted.what} ${account}`, { allowed, readings })
      let tip: Tip | undefined
      let failure: unknown
      const found = (newest: Tip | undefined) => {
        tip = newest
      }
      const job = patiently(() => inBackground(() => run(account, own, wanted, { budget, isNew, found })))
        .catch((error: unknown) => {
          failure = error
        })
        .finally(end)
      work.add(job)
      void job.finally(() => work.delete(job))
      const deadline = createDeadline(context.clock, patience)
      await Promise.race([job, deadline.passed])
      deadline.cancel()
      if (failure !== undefined && (!(failure instanceof NodeError) || !(await isKnown()))) {
        if (readings !== undefined && readings.left() < 1) readings.require()
        throw failure
      }
      const isComing = tip === undefined && failure === undefined
      return { tip, isLate: tip === undefined, isComing }
    },
    /** Resolves when work in progress has stopped after the signal. */
    async close(): Promise<void> {
      await Promise.allSettled(work)
    },
  }
}

/** The same budget, whose calls count elsewhere too. */
function counted(budget: Budget, onSpend: (calls: number) => void): Budget {
  return {
    get left() {
      return budget.left
    },
    set left(calls) {
      budget.left = calls
    },
    spend(calls) {
      budget.spend?.(calls)
      onSpend(calls)
    },
    hasCalls: budget.hasCalls,
  }
}
