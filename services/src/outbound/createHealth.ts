/**
 * A server's condition. It rests after repeated failures, and while it has asked to be left alone for long. `until` is
 * when it may be asked again, also after a short pause, which only makes it slow.
 */
export type Health = { readonly state: 'ok' | 'slow' | 'resting'; readonly until?: number | undefined }

/** Failures in a row after which a server rests, its first rest in milliseconds, and the longest. */
const patience = 3
const firstRest = 5_000
const longestRest = 300_000
/** The first pause after an answer "at its limit" without `Retry-After`, in milliseconds, and the longest. */
const firstPause = 1_000
const longestPause = 60_000

/** A pause of at most this time is not worth going elsewhere, in milliseconds. */
const shortPause = 3_000

export type HealthRecord = {
  health(): Health
  /** Until when no call may be sent, because the server said so. */
  pausedUntil(): number
  started(): void
  answered(milliseconds: number): void
  failed(): void
  /** The server is at its limit. `pause` is what it asked for, in milliseconds. */
  limited(pause: number | undefined): void
  /** A call has waited so long that another server was asked. */
  hung(): void
  /** The call ended without a result: nobody waits for it any more. */
  ended(milliseconds: number): void
}

type Options = {
  readonly now: () => number
  /** From 0 to 1. Spreads the calls of several processes. */
  readonly random: () => number
  /** Milliseconds above which an answer is slow. */
  readonly slowAfter: number
  readonly onChange: (health: Health) => void
}

export function createHealth({ now, random, slowAfter, onChange }: Options): HealthRecord {
  let failures = 0
  let limits = 0
  let restUntil = 0
  let pauseUntil = 0
  let isSlow = false
  let isTrying = false
  let last: Health['state'] = 'ok'

  function health(): Health {
    const until = Math.max(restUntil, pauseUntil)
    if (until > now()) {
      const isShort = restUntil <= now() && pauseUntil - now() <= shortPause
      return { state: isShort ? 'slow' : 'resting', until }
    }
    // After a rest a single call tries the server; the others still leave it alone.
    if (failures >= patience && isTrying) return { state: 'resting', until: now() }
    return { state: isSlow ? 'slow' : 'ok' }
  }

  function report() {
    const current = health()
    if (current.state === last) return
    last = current.state
    onChange(current)
  }

  /** Between half and all of the time. */
  const jittered = (time: number) => time * (0.5 + random() / 2)

  return {
    health,
    pausedUntil: () => pauseUntil,
    started() {
      if (failures >= patience) isTrying = true
    },
    answered(milliseconds) {
      failures = 0
      limits = 0
      isTrying = false
      restUntil = 0
      isSlow = milliseconds > slowAfter
      report()
    },
    failed() {
      failures++
      isTrying = false
      if (failures >= patience) {
        const rest = Math.min(firstRest * 2 ** Math.min(failures - patience, 10), longestRest)
        restUntil = now() + jittered(rest)
      }
      report()
    },
    limited(pause) {
      isTrying = false
      // The calls that were under way when the pause began met the same limit.
      if (pause === undefined && pauseUntil > now()) return report()
      const usual = jittered(Math.min(firstPause * 2 ** Math.min(limits, 10), longestPause))
      limits++
      pauseUntil = Math.max(pauseUntil, now() + (pause ?? usual))
      report()
    },
    hung() {
      isSlow = true
      report()
    },
    ended(milliseconds) {
      isTrying = false
      if (milliseconds > slowAfter) isSlow = true
      report()
    },
  }
}
