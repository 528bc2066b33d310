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
export type BarrenReading = ReturnType<typeof createBarrenReading>

export function createBarrenReading({ steadyNow }: Pick<Clock, 'steadyNow'>) {
  const accounts = new Map<Hex, { readonly since: number; readonly calls: number }>()

  function callsOf(account: Hex): number {
    const { since = 0, calls = 0 } = accounts.get(account) ?? {}
    return steadyNow() - since < period ? calls : 0
  }

  return {
    /** Whether the account has to wait before more is read. */
    isTired: (account: Hex): boolean => callsOf(account) >= limit,
    add(account: Hex, calls: number) {
      const before = callsOf(account)
      const since = before > 0 ? (accounts.get(account)?.since ?? steadyNow()) : steadyNow()
      accounts.delete(account)
      accounts.set(account, { since, calls: before + calls })
      const [oldest] = accounts.keys()
      if (accounts.size > counted && oldest !== undefined) accounts.delete(oldest)
    },
  }
}
