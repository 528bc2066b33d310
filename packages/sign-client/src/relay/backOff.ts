const first = 500
const longest = 30_000

/**
 * Returns the delay before an attempt (0 for the first) in milliseconds: random, below a bound that doubles. Random
 * over the whole range, so that a restarted relay's clients do not all reconnect at once.
 */
export function backOff(attempt: number): number {
  return Math.random() * Math.min(longest, first * 2 ** Math.min(attempt, 16))
}
