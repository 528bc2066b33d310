import { requireCalls, spendCalls } from './meter.js'

/** How many accounts are remembered. */
const remembered = 20_000
/**
 * What reading a new account's history counts on each chain. The service reads it in the background, for all accounts
 * together, so no request causes its calls alone: this is a fixed share of them.
 */
const share = 40

export type Followed = {
  /** Counts the reading of an account's history for the client of the current request. Throws `RATE_LIMITED`. */
  admit(owner: string, chainIds: readonly string[]): void
}

/** Remembers the accounts whose histories were requested recently: asking for one again starts no reading. */
export function createFollowed(): Followed {
  const known = new Set<string>()
  return {
    admit(owner, chainIds) {
      requireCalls()
      for (const chainId of chainIds) {
        const account = `${chainId} ${owner.toLowerCase()}`
        if (!known.has(account)) spendCalls(share)
        known.delete(account)
        // Re-inserting keeps the least recently requested account first, which is dropped first.
        known.add(account)
      }
      for (const oldest of known) {
        if (known.size <= remembered) break
        known.delete(oldest)
      }
    },
  }
}
