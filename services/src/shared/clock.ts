/** The only source of time in the services, so that tests can control it. All times are milliseconds. */
export type Clock = {
  /** Epoch milliseconds by the machine's calendar clock, which an operator or NTP may set forwards or back. */
  now(): number
  /** Epoch milliseconds that advance only with elapsed time; setting the calendar clock does not change them. */
  steadyNow(): number
  /** Calls `callback` once after `delay`; returns a function that cancels it. */
  setTimeout(callback: () => void, delay: number): () => void
}

/** Creates the machine's clock. Its `steadyNow` starts at the calendar time of this call. */
export function createSystemClock(): Clock {
  const origin = Date.now() - performance.now()
  return {
    now: () => Date.now(),
    steadyNow: () => origin + performance.now(),
    setTimeout(callback, delay) {
      const id = setTimeout(callback, delay)
      return () => clearTimeout(id)
    },
  }
}

/** Calls `callback` every `interval`, first after one interval; returns a function that cancels it. */
export function repeat(clock: Clock, callback: () => void, interval: number): () => void {
  let cancel = clock.setTimeout(tick, interval)
  function tick() {
    cancel = clock.setTimeout(tick, interval)
    callback()
  }
  return () => cancel()
}
