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

/** Resolves after `delay`; rejects with the signal's reason if that aborts first. */
export function sleep(clock: Clock, delay: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const cancel = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, delay)
    function onAbort() {
      cancel()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
