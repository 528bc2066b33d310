import type { Clock } from '../../shared/clock.js'
import type { LoginParts } from './LoginParts.js'

/** How long a request waits for something to happen, and how often it looks, in milliseconds (spec §10 "Login calls"). */
const patience = 25_000
const interval = 500

/**
 * Creates the waiting of requests. They look at the database, because another process may have changed it.
 *
 * @param closing Ends all waiting.
 */
export function createWait(clock: Clock, closing: AbortSignal): LoginParts['wait'] {
  return async (read, signal) => {
    const end = clock.steadyNow() + patience
    for (;;) {
      const answer = await read()
      if (answer !== undefined) return answer
      if (signal.aborted || closing.aborted || clock.steadyNow() >= end) return undefined
      await pause(clock, [signal, closing])
    }
  }
}

function pause(clock: Clock, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel()
      for (const signal of signals) signal.removeEventListener('abort', finish)
      resolve()
    }
    const cancel = clock.setTimeout(finish, interval)
    for (const signal of signals) signal.addEventListener('abort', finish, { once: true })
  })
}
