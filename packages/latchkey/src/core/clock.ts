/** The only source of time in the kit, so that tests can hold it in their hands. Milliseconds throughout. */
export type Clock = {
  now(): number
  /** Calls `callback` once, `delay` from now; returns its cancellation. */
  setTimeout(callback: () => void, delay: number): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, delay) {
    const id = setTimeout(callback, delay)
    return () => clearTimeout(id)
  },
}
