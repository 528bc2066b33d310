import type { Clock } from '../../../shared/clock.js'
import type { Readings } from '../../budget/meter.js'
import type { Budget } from './budget.js'

/**
 * How long the reading of an account goes on after the last request for it, in milliseconds. A page that is open asks
 * every half minute at least.
 */
const interest = 60_000

/** A request: the calls that it may still cause, and what its client may read, if somebody counts that. */
type Asker = { readonly allowed: { left: number }; readonly readings: Readings | undefined }

type Shared = Budget & { asker: Asker; askedAt: number; jobs: number }

/**
 * Gives all requests for an account one budget. Each request fills it up, and none adds to it: a client that asks ten
 * times and leaves makes the service read no longer than one that asks once. The client that asked last pays.
 */
export function createAskedBudgets({ steadyNow }: Pick<Clock, 'steadyNow'>) {
  const shared = new Map<string, Shared>()

  function create(first: Asker): Shared {
    const budget: Shared = {
      left: 0,
      asker: first,
      askedAt: steadyNow(),
      jobs: 0,
      spend(calls) {
        budget.asker.allowed.left -= calls
        budget.asker.readings?.spend(calls)
      },
      // Other requests of the client spend its calls at the same time.
      hasCalls: () => steadyNow() - budget.askedAt < interest && (budget.asker.readings?.left() ?? 1) >= 1,
    }
    return budget
  }

  return {
    /** Notes a request, whose job then takes its calls from the budget until it has called `end`. */
    ask(key: string, asker: Asker): { readonly budget: Budget; readonly end: () => void } {
      const budget = shared.get(key) ?? create(asker)
      shared.set(key, budget)
      budget.asker = asker
      budget.askedAt = steadyNow()
      budget.jobs++
      const own = Math.min(asker.allowed.left, asker.readings?.left() ?? Number.POSITIVE_INFINITY)
      budget.left = Math.max(budget.left, own)
      return {
        budget,
        end() {
          budget.jobs--
          if (budget.jobs === 0) shared.delete(key)
        },
      }
    },
  }
}
