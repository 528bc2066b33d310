/** The kit's only source of time, so that tests can control it. All times are milliseconds. */
export type Clock = {
  now(): number
  /** Calls `callback` once, after `delay`; returns a function that cancels it. */
  setTimeout(callback: () => void, delay: number): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, delay) {
    const id = setTimeout(callback, delay)
    return () => clearTimeout(id)
  },
}
