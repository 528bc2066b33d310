import { isOfTheClient } from '../outbound/post.js'
import type { Context } from '../shared/context.js'
import { requireCalls } from './budget/meter.js'

/** A cache of values that are expensive to load. */
export type Keep<value> = {
  /**
   * Returns the cached value or the result of `load`; concurrent callers share one load, but not a failure
   * by the limits of the client that began it. Failures are not cached. A load
   * calls nodes, so it throws `RATE_LIMITED` where the client of the current request has no calls left.
   *
   * @param isForced Loads even if the cached value is fresh.
   */
  get(key: string, load: () => Promise<value>, isForced?: boolean): Promise<value>
  /** Returns the cached value, if it is fresh. */
  fresh(key: string): value | undefined
}

type Options<value> = {
  /** How long a value is cached, in milliseconds. One of no age replaces none. */
  readonly ageOf: (value: value) => number
  /** Total size limit; the least recently used values are dropped first. */
  readonly limit: number
  /** The size of a value; by default 1. */
  readonly sizeOf?: ((value: value) => number) | undefined
}

export function createKeep<value>(
  { clock }: Pick<Context, 'clock'>,
  { ageOf, limit, sizeOf = () => 1 }: Options<value>,
): Keep<value> {
  const kept = new Map<string, { readonly value: value; readonly until: number; readonly size: number }>()
  const loading = new Map<string, Promise<value>>()
  let total = 0

  function drop(key: string) {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  function add(key: string, value: value) {
    const [size, age] = [sizeOf(value), ageOf(value)]
    if (age <= 0) return
    drop(key)
    kept.set(key, { value, size, until: clock.steadyNow() + age })
    total += size
    for (const oldest of kept.keys()) {
      if (total <= limit) break
      drop(oldest)
    }
  }

  function freshOf(key: string) {
    const entry = kept.get(key)
    return entry !== undefined && clock.steadyNow() < entry.until ? entry : undefined
  }

  return {
    fresh: (key) => freshOf(key)?.value,
    async get(key, load, isForced = false) {
      const again = () => this.get(key, load, isForced)
      const entry = isForced ? undefined : freshOf(key)
      if (entry !== undefined) {
        // Re-inserting keeps the map in order of use.
        kept.delete(key)
        kept.set(key, entry)
        return entry.value
      }
      const running = loading.get(key)
      if (running !== undefined) return orAgain(running, again)
      requireCalls()
      const work = load().then(
        (value) => {
          loading.delete(key)
          add(key, value)
          return value
        },
        (error: unknown) => {
          loading.delete(key)
          throw error
        },
      )
      loading.set(key, work)
      return work
    },
  }
}

/**
 * Joins work that another client may have begun. Where it fails by the limits of that client, begins again for this one.
 */
export async function orAgain<value>(joined: Promise<value>, again: () => Promise<value>): Promise<value> {
  try {
    return await joined
  } catch (error) {
    if (isOfTheClient(error)) return again()
    throw error
  }
}
