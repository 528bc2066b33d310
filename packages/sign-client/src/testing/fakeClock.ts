import type { Clock } from '../clock.js'

/** A clock that moves when told to. */
export type FakeClock = Clock & {
  /** Moves on, calling what falls due on the way, in order; what they cause is done when this resolves. */
  advance(duration: number): Promise<void>
  /** As if the device's clock were set, which no timer notices. */
  set(now: number): void
}

export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start
  /** Time by which timers run, whatever the clock says. */
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

/** Lets everything run that needs no time to pass: promises, and the platform's cryptography, which has its own threads. */
export async function settled(turns = 12): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    // Through the queue of those threads, and back.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    await nextTurn()
  }
}

/** Resolves when something has become true without time passing; rejects when it does not. */
export async function until(isTrue: () => boolean, what = 'the condition'): Promise<void> {
  for (let turn = 0; turn < 20_000; turn++) {
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
