/** Allows `rate` units per second on average, and up to `burst` at once. */
export type Allowance = { readonly rate: number; readonly burst: number }

export type TokenBuckets = {
  /** Takes `cost` units from the key's bucket, or takes nothing and returns `false`. */
  take(key: string, allowance: Allowance, cost?: number): boolean
  /**
   * Takes `cost` units even if the bucket holds fewer: it owes them then, at most a whole burst, and refuses until they
   * are earned.
   */
  spend(key: string, allowance: Allowance, cost: number): void
  /** Returns how many units the key's bucket holds now; negative if it owes some. */
  level(key: string, allowance: Allowance): number
  /** Returns how many keys are remembered. */
  size(): number
  /** Returns the seconds until the bucket holds `cost` units again, rounded up. */
  waitSeconds(key: string, allowance: Allowance, cost?: number): number
}

/** Below this number of buckets none are removed. */
const idleLimit = 1_000

/**
 * Limits rates by key. `now` is a steady time in milliseconds.
 *
 * A full bucket equals a new one, so full buckets are removed whenever their number has doubled. Memory then depends on
 * recently used keys only, and the removal costs each call a constant on average.
 */
export function createTokenBuckets(now: () => number): TokenBuckets {
  const buckets = new Map<string, { tokens: number; readAt: number; allowance: Allowance }>()
  let sweepAt = idleLimit

  function level(key: string, allowance: Allowance): number {
    const bucket = buckets.get(key)
    if (bucket === undefined) return allowance.burst
    const earned = (Math.max(0, now() - bucket.readAt) / 1000) * allowance.rate
    return Math.min(allowance.burst, bucket.tokens + earned)
  }

  function spend(key: string, allowance: Allowance, cost: number): void {
    const tokens = Math.max(level(key, allowance) - cost, -allowance.burst)
    buckets.set(key, { tokens, readAt: now(), allowance })
    if (buckets.size > sweepAt) sweep()
  }

  return {
    take(key, allowance, cost = 1) {
      if (level(key, allowance) < cost) return false
      spend(key, allowance, cost)
      return true
    },
    spend,
    level,
    size: () => buckets.size,
    waitSeconds(key, allowance, cost = 1) {
      return Math.max(1, Math.ceil((cost - level(key, allowance)) / allowance.rate))
    },
  }

  function sweep(): void {
    for (const [key, { allowance }] of buckets) {
      if (level(key, allowance) >= allowance.burst) buckets.delete(key)
    }
    sweepAt = Math.max(idleLimit, 2 * buckets.size)
  }
}
