const first = 500
const longest = 30_000

/**
 * How long to wait before the given attempt (0 for the first), in milliseconds: anything up to a bound that doubles.
 * Drawn from the whole range, so that the clients of a relay that restarts do not come back all at once.
 */
export function backOff(attempt: number): number {
  return Math.random() * Math.min(longest, first * 2 ** Math.min(attempt, 16))
}
