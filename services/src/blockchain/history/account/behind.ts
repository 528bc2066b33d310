import type { Clock } from '../../../shared/clock.js'
import type { Hex } from '../Entry.js'

/** A head far below what was read is taken for a lagging node until it was seen so often, over so long a time. */
const [sightings, patience] = [3, 60_000]
/** Most accounts that are remembered. */
const remembered = 200

/** Counts for each account how often the head was far below what was read of it. */
export function createBehind({ steadyNow }: Pick<Clock, 'steadyNow'>) {
  const seen = new Map<Hex, { readonly since: number; readonly count: number }>()
  return {
    /** Notes that the head is below. Returns whether it has been for long: what was read above is not of this chain. */
    isLasting(account: Hex): boolean {
      const { since = steadyNow(), count = 0 } = seen.get(account) ?? {}
      const isLasting = count + 1 >= sightings && steadyNow() - since >= patience
      seen.delete(account)
      if (isLasting) return true
      seen.set(account, { since, count: count + 1 })
      const [oldest] = seen.keys()
      if (seen.size > remembered && oldest !== undefined) seen.delete(oldest)
      return false
    },
    /** Notes that the head is not below. */
    forget: (account: Hex) => void seen.delete(account),
  }
}
