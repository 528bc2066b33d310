import { NodeError } from '../../../outbound/post.js'
import type { Clock } from '../../../shared/clock.js'
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
/** Most accounts whose last trial is remembered. */
const remembered = 10_000

/** Finds gaps that the nodes can fill by now: the operator may have taken an archive node, or one with traces. */
export function createMender({ steadyNow }: Pick<Clock, 'steadyNow'>) {
  const tried = new Map<string, number>()

  function isDue(key: string, wait: number): boolean {
    const last = tried.get(key)
    if (last !== undefined && steadyNow() - last < wait) return false
    tried.delete(key)
    tried.set(key, steadyNow())
    const [oldest] = tried.keys()
    if (tried.size > remembered && oldest !== undefined) tried.delete(oldest)
    return true
  }

  return {
    /**
     * Returns the highest block with a gap that can be filled; everything down from it is to be read again. Tries one
     * gap of each kind, for a few calls an hour.
     *
     * @throws `BudgetSpent`
     */
    async findBlock(reading: Reading, gaps: readonly Gap[]): Promise<number | undefined> {
      if (gaps.length === 0 || !isDue(reading.account, period)) return undefined
      const highest = new Map<Gap['needs'], Gap>()
      for (const gap of [...gaps].sort((left, right) => left.high - right.high)) highest.set(gap.needs, gap)
      const found: number[] = []
      for (const gap of highest.values()) if (await isThere(reading, gap)) found.push(gap.high)
      const block = Math.max(...found)
      return found.length > 0 && isDue(`${reading.account} ${block}`, rest) ? block : undefined
    },
  }
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
