import { NodeError } from '../../../outbound/post.js'
import type { Clock } from '../../../shared/clock.js'
import type { Hex } from '../Entry.js'
import type { Traces } from '../traces.js'
import { BudgetSpent } from './budget.js'
import { createFacts } from './facts.js'
import type { Gap } from './gaps.js'
import { hasIndex } from './indexedCoin.js'
import type { Reading } from './Reading.js'
import { NoState, readBalances } from './state.js'

/** How often an account's gaps are tried, and how long a gap that was read again in vain stays, in milliseconds. */
const [period, rest] = [3_600_000, 86_400_000]
/** Every node knows some states; so many blocks deeper than a gap's newest one, they are worth reading again. */
const worthwhile = 10_000
/** Most accounts whose last trial, or what is left of it, is remembered. */
const remembered = 10_000

/** What is being read again: the gaps with these needs, downwards from below a block. */
type Work = { readonly needs: ReadonlySet<Gap['needs']>; readonly below: number }

/** A gap that is to be read again, and its part that is left. */
type Left = Pick<Gap, 'low' | 'high'> & { readonly gap: Gap }

/** Finds gaps that the nodes can fill by now: the operator may have taken an archive node, or one with traces. */
export function createMender({ steadyNow }: Pick<Clock, 'steadyNow'>) {
  const tried = new Map<string, number>()
  const under = new Map<Hex, Work>()

  function isDue(key: string, wait: number): boolean {
    const last = tried.get(key)
    if (last !== undefined && steadyNow() - last < wait) return false
    note(tried, key, steadyNow())
    return true
  }

  /** Tries one gap of each kind, for a few calls an hour. */
  async function begin(reading: Reading, gaps: readonly Gap[]): Promise<Work | undefined> {
    const { account } = reading
    if (gaps.length === 0 || !isDue(account, period)) return undefined
    const highest = new Map<Gap['needs'], Gap>()
    for (const gap of [...gaps].sort((left, right) => left.high - right.high)) highest.set(gap.needs, gap)
    const needs = new Set<Gap['needs']>()
    try {
      for (const [need, gap] of highest)
        if ((await isThere(reading, gap)) && isDue(`${account} ${need} ${gap.high}`, rest)) needs.add(need)
    } catch (error) {
      tried.delete(account)
      throw error
    }
    return needs.size === 0 ? undefined : { needs, below: Number.POSITIVE_INFINITY }
  }

  return {
    /**
     * Returns the highest of these gaps that is to be read again, if any.
     *
     * @throws `BudgetSpent`
     */
    async next(reading: Reading, gaps: readonly Gap[]): Promise<Left | undefined> {
      const { account } = reading
      const work = under.get(account) ?? (await begin(reading, gaps))
      if (work === undefined) return undefined
      note(under, account, work)
      const left = gaps
        .filter(({ needs, low }) => work.needs.has(needs) && low < work.below)
        .map((gap) => ({ gap, low: gap.low, high: Math.min(gap.high, work.below - 1) }))
      const [top] = left.sort((one, other) => other.high - one.high)
      if (top === undefined) under.delete(account)
      return top
    },
    /** Notes that the account's blocks down to `low` have been read again. */
    reach(account: Hex, low: number): void {
      const work = under.get(account)
      if (work !== undefined) under.set(account, { ...work, below: low })
    },
    /** Notes that an account's gaps were found just now, or cannot be read for now: they are tried in an hour. */
    pause(account: Hex): void {
      under.delete(account)
      note(tried, account, steadyNow())
    },
    /** Whether something of the account is being read again. */
    isAtWork: (account: Hex): boolean => under.has(account),
  }
}

function note<key, value>(map: Map<key, value>, key: key, value: value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > remembered && oldest !== undefined) map.delete(oldest)
}

/** Whether the nodes now have what a gap needs. */
async function isThere(reading: Reading, { needs = 'state', lack, low, high }: Gap): Promise<boolean> {
  try {
    if (needs === 'logs' || needs === 'never') return false
    if (await hasIndex(reading, high)) return true
    if (needs === 'state') return (await readBalances(reading, [Math.max(low, high - worthwhile)])).length > 0
    return (
      lack === 'payouts' && reading.traces !== undefined && (await isTraced(reading, reading.traces, high))
    )
  } catch (error) {
    if (error instanceof BudgetSpent) throw error
    if (error instanceof NoState || error instanceof NodeError) return false
    throw error
  }
}

async function isTraced(reading: Reading, traces: Traces, block: number): Promise<boolean> {
  const blocks = await createFacts(reading).blocks([block])
  const { account, signal, nodes } = reading
  return (await traces.of(blocks, new Set([account]), signal, nodes)).has(block)
}
