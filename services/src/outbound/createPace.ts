/** Counts the calls of the last second, or minute. */
export type Pace = {
  /** Milliseconds until a call of this cost may start; 0 if it may now. */
  waitFor(cost: number): number
  take(cost: number): void
  /** Milliseconds that calls of this cost take at this pace. */
  timeOf(cost: number): number
  /** Calls per second, or minute. */
  rate(): number
  /** Keeps to this rate from now on if it is lower. */
  slowTo(other: number): void
}

/** Servers count by their own clock, and calls may reach them closer together than they were sent. In milliseconds. */
export const second = 1_050
export const minute = 61_000

/**
 * Allows this many calls in any second: a short list of calls starts at once, and no second has more than it should.
 * A batch that costs more than a whole second starts only after a quiet one, and takes as many seconds as it costs.
 *
 * @param time {@link second}, or {@link minute} for a server that counts by minutes.
 */
export function createPace(now: () => number, allowed: number, time = second): Pace {
  let rate = allowed
  let taken: { readonly cost: number; readonly until: number }[] = []
  const timeOf = (cost: number) => (rate === Number.POSITIVE_INFINITY ? 0 : (time * cost) / rate)

  return {
    timeOf,
    rate: () => rate,
    slowTo(other) {
      rate = Math.min(rate, other)
    },
    waitFor(cost) {
      if (rate === Number.POSITIVE_INFINITY) return 0
      taken = taken.filter(({ until }) => until > now())
      let free = rate - taken.reduce((sum, one) => sum + one.cost, 0)
      const wanted = Math.min(cost, rate)
      if (wanted <= free) return 0
      for (const one of [...taken].sort((left, right) => left.until - right.until)) {
        free += one.cost
        if (wanted <= free) return one.until - now()
      }
      return 0
    },
    take(cost) {
      if (rate === Number.POSITIVE_INFINITY) return
      taken.push({ cost: Math.min(cost, rate), until: now() + Math.max(time, timeOf(cost)) })
    },
  }
}
