import { onBehalfOf } from '../outbound/turns.js'
import type { Clock } from '../shared/clock.js'
import { hasCalls, requireCalls } from './budget/meter.js'
import { orAgain } from './keep.js'

/** How long an answer is cached, in milliseconds (spec §7), and for how many accounts. */
const maxAge = 30_000
const maxEntries = 10_000

/**
 * Returns how to read an account with answers kept for half a minute; a failed one is not kept. A forced read asks again,
 * unless its client has no calls left.
 *
 * @throws `RATE_LIMITED`, and what `read` throws.
 */
export function createKeptBalances<owner extends string, value>(
  clock: Pick<Clock, 'steadyNow'>,
  read: (owner: owner, isForced: boolean) => Promise<value>,
): (owner: owner, isForced: boolean) => Promise<value> {
  const kept = new Map<owner, { readonly at: number; readonly answer: Promise<value> }>()

  return async function of(owner, isForced): Promise<value> {
    const last = kept.get(owner)
    const isFresh = last !== undefined && clock.steadyNow() - last.at < maxAge
    if (isFresh && (!isForced || !hasCalls())) return orAgain(last.answer, () => of(owner, isForced))
    requireCalls()
    const entry = { at: clock.steadyNow(), answer: onBehalfOf(owner, () => read(owner, isForced)) }
    kept.delete(owner)
    kept.set(owner, entry)
    const [oldest] = kept.keys()
    if (kept.size > maxEntries && oldest !== undefined) kept.delete(oldest)
    entry.answer.catch(() => {
      if (kept.get(owner) === entry) kept.delete(owner)
    })
    return entry.answer
  }
}
