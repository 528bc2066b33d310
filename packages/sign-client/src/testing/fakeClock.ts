import type { Clock } from '../clock.js'

/** A clock that a test advances. */
export type FakeClock = Clock & {
  /** Advances the time and calls due timers in order; resolves when the work they started is done. */
  advance(duration: number): Promise<void>
  /** Sets the device's clock without affecting timers. */
  set(now: number): void
}

export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start
  /** The time for timers, independent of the clock. */
  let elapsed = 0
  const timers = new Set<{ readonly dueAt: number; readonly callback: () => void }>()
  return {
    now: () => now,
    setTimeout(callback, delay) {
      const timer = { dueAt: elapsed + Math.max(0, delay), callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    set(value) {
      now = value
    },
    async advance(duration) {
      const end = elapsed + duration
      await settled()
      for (;;) {
        const [next] = [...timers].sort((a, b) => a.dueAt - b.dueAt)
        if (next === undefined || next.dueAt > end) break
        timers.delete(next)
        now += next.dueAt - elapsed
        elapsed = next.dueAt
        next.callback()
        await settled()
      }
      now += end - elapsed
      elapsed = end
      await settled()
    },
  }
}

/** How many calls of the platform's cryptography, which works on its own threads, have not returned. */
let pending = 0
for (const name of [
  'deriveBits',
  'digest',
  'exportKey',
  'generateKey',
  'importKey',
  'sign',
  'verify',
] as const) {
  const { subtle } = crypto
  const call = subtle[name].bind(subtle) as (...parameters: unknown[]) => Promise<unknown>
  const watched = async (...parameters: unknown[]) => {
    pending++
    try {
      return await call(...parameters)
    } finally {
      pending--
    }
  }
  Object.defineProperty(subtle, name, { value: watched, configurable: true })
}

/**
 * Lets all work finish that needs no time: promises, and the platform's cryptography, however long its threads are kept
 * from working.
 */
export async function settled(turns = 12): Promise<void> {
  for (let quiet = 0; quiet < turns; quiet = pending > 0 ? 0 : quiet + 1) {
    // A round trip through the cryptography threads.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    await nextTurn()
  }
}

/** Resolves when a condition becomes true without time passing; rejects if it does not. */
export async function until(isTrue: () => boolean, what = 'the condition'): Promise<void> {
  // A turn in which cryptography is under way does not count: its threads may be kept from working.
  for (let turn = 0; turn < 20_000; turn += pending > 0 ? 0 : 1) {
    if (isTrue()) return
    await nextTurn()
  }
  throw new Error(`${what} did not come true`)
}

/** One turn of the event loop. */
function nextTurn(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve))
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
