import type { Clock } from '../shared/clock.js'

/** A clock that stands still until a test advances it. */
export type TestClock = Clock & {
  /** Advances by this many milliseconds, and calls due timers in order. */
  advance(duration: number): void
  /** Sets the calendar clock forwards or back, as an operator or NTP would, without elapsed time. */
  setCalendar(by: number): void
}

export function createTestClock(start = Date.UTC(2026, 0, 1)): TestClock {
  let steady = start
  let offset = 0
  const timers = new Map<symbol, { readonly at: number; readonly callback: () => void }>()

  return {
    now: () => steady + offset,
    steadyNow: () => steady,
    setTimeout(callback, delay) {
      const id = Symbol()
      timers.set(id, { at: steady + Math.max(delay, 0), callback })
      return () => timers.delete(id)
    },
    advance(duration) {
      const until = steady + duration
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0]
        if (due === undefined) break
        const [id, { at, callback }] = due
        timers.delete(id)
        steady = Math.max(steady, at)
        callback()
      }
      steady = until
    },
    setCalendar(by) {
      offset += by
    },
  }
}
