import type { Clock } from '../../../shared/clock.js'
import type { Hex } from '../Entry.js'

/**
 * Most calls that reading one account costs within an hour without finding an entry. An account with few transactions
 * on a long chain costs thousands, so it is read in parts.
 */
const limit = 2_000
const period = 3_600_000
/** Most accounts whose calls are counted; above all those of strangers are forgotten first. */
const counted = 10_000

/** Counts for each account the calls that found nothing. */
export function createBarrenReading({ steadyNow }: Pick<Clock, 'steadyNow'>) {
  const accounts = new Map<Hex, { readonly since: number; readonly calls: number }>()
  /** Calls of steps that were interrupted: whether they find something is not known yet. */
  const pending = new Map<Hex, number>()

  function callsOf(account: Hex): number {
    const { since = 0, calls = 0 } = accounts.get(account) ?? {}
    return steadyNow() - since < period ? calls : 0
  }

  return {
    /** Whether the account has to wait before more is read. */
    isTired: (account: Hex): boolean => callsOf(account) >= limit,
    /** Notes the calls of a step that a spent budget has interrupted. */
    interrupt(account: Hex, calls: number) {
      const sum = calls + (pending.get(account) ?? 0)
      pending.delete(account)
      pending.set(account, sum)
      dropOldest(pending)
    },
    /** Notes how many entries a step has found, with its last calls; the interrupted ones before were for it too. */
    finish(account: Hex, lastCalls: number, found: number) {
      const calls = lastCalls + (pending.get(account) ?? 0)
      pending.delete(account)
      if (found > 0) return
      const before = callsOf(account)
      const since = before > 0 ? (accounts.get(account)?.since ?? steadyNow()) : steadyNow()
      accounts.delete(account)
      accounts.set(account, { since, calls: before + calls })
      dropOldest(accounts)
    },
  }
}

function dropOldest(map: Map<Hex, unknown>): void {
  const [oldest] = map.keys()
  if (map.size > counted && oldest !== undefined) map.delete(oldest)
}
