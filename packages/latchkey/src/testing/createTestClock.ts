import type { Clock } from '../core/clock.js'

/** A clock that moves only when a test advances it. */
export type TestClock = Clock & {
  /** Advances the time by this many milliseconds and runs due callbacks in order; lets promises settle in between. */
  advance(duration: number): Promise<void>
}

export function createTestClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let now = start
  let nextId = 0
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>()

  function takeDue(until: number) {
    const [due] = [...timers]
      .filter(([, { at }]) => at <= until)
      .sort(([a, x], [b, y]) => x.at - y.at || a - b)
    if (due !== undefined) timers.delete(due[0])
    return due?.[1]
  }

  return {
    now: () => now,
    setTimeout(callback, delay) {
      const id = nextId++
      timers.set(id, { at: now + Math.max(delay, 0), callback })
      return () => timers.delete(id)
    },
    async advance(duration) {
      const until = now + duration
      await settle()
      for (let due = takeDue(until); due !== undefined; due = takeDue(until)) {
        now = Math.max(now, due.at)
        due.callback()
        await settle()
      }
      now = until
    },
  }
}

// Enough turns of the promise queue for any chain of awaits in the kit.
async function settle() {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}
