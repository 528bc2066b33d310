/** The only source of time in the services, so that tests can hold it in their hands. Milliseconds throughout. */
export type Clock = {
  /** Epoch milliseconds by the machine's calendar clock, which an operator or NTP may set forwards or back. */
  now(): number
  /** Epoch milliseconds that only ever advance with elapsed time: a set calendar clock does not move them. */
  steadyNow(): number
  /** Calls `callback` once, `delay` from now; returns its cancellation. */
  setTimeout(callback: () => void, delay: number): () => void
}

/** The machine's clock. Its `steadyNow` starts at the calendar time of this call. */
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

/** Calls `callback` every `interval`, from one interval on; returns its cancellation. */
export function repeat(clock: Clock, callback: () => void, interval: number): () => void {
  let cancel = clock.setTimeout(tick, interval)
  function tick() {
    cancel = clock.setTimeout(tick, interval)
    callback()
  }
  return () => cancel()
}
