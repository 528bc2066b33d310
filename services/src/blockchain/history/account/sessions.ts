import type { Session } from './Reading.js'
import { createSession } from './readNext.js'

/** Most sessions that are kept, and most bytes of them together: anybody can cause very many logs and balances. */
const limits = { sessions: 200, bytes: 64 * 1024 * 1024 }
/** About what a log takes beside its data. */
const bytesOfLog = 1_000
/** About what a block's balance, nonce or code takes. */
const bytesOfState = 100

type Limits = { readonly sessions: number; readonly bytes: number }

/** Keeps what is known of accounts that are being read. The least recently used sessions are dropped first. */
export function createSessions({ sessions, bytes }: Limits = limits) {
  const kept = new Map<string, Session>()

  function dropOldest(): void {
    const sizes = new Map([...kept].map(([key, session]) => [key, sizeOf(session)]))
    let total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    for (const [key, size] of sizes) {
      // The last one has just been opened.
      if ((kept.size <= sessions && total <= bytes) || kept.size === 1) return
      kept.delete(key)
      total -= size
    }
  }

  return {
    /** Returns the session of a part of an account's history that ends at `bound`, to be read from `high` downwards. */
    open(key: string, { high, bound }: { readonly high: number; readonly bound: number }): Session {
      const found = kept.get(key)
      // Another process may have read on, further than this one's logs.
      const session = found !== undefined && found.logs.high >= high ? found : createSession(high, bound)
      kept.delete(key)
      kept.set(key, session)
      dropOldest()
      return session
    },
    /** Forgets the sessions whose keys begin so. */
    forget(start: string): void {
      for (const key of kept.keys()) if (key.startsWith(start)) kept.delete(key)
    },
  }
}

function sizeOf({ logs, nonces, balances, codes, overfull }: Session): number {
  const states = nonces.size + balances.size + codes.size + overfull.size
  return logs.filters
    .flatMap(({ found }) => found)
    .reduce((sum, { data }) => sum + bytesOfLog + 2 * data.length, bytesOfState * states)
}
