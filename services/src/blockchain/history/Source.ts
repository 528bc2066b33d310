import type { Entry, Hex, Place } from './Entry.js'
import type { Collectible } from './historyStore.js'
import type { TokenFacts } from './tokenFacts.js'

/** Part of an account's history on one chain, the newest first. */
export type Page = {
  readonly entries: readonly Entry[]
  /** Below this place more may come to be known; absent where all is known. */
  readonly floor?: Place | undefined
  readonly facts: ReadonlyMap<Hex, TokenFacts>
}

/** Where the history on one chain comes from. */
export type Source = {
  /** Has an account followed from now on, where that takes following. */
  watch(account: Hex): Promise<void>
  /**
   * At most `limit` entries that come after a place; without one from the newest on.
   *
   * @throws `NodeError`
   */
  page(account: Hex, query: { readonly before: Place | undefined; readonly limit: number }): Promise<Page>
  /** What waits to be mined, the last first; empty where that cannot be told. */
  pending(account: Hex): Promise<Page>
  /** The collectibles that came to an account, the last first, as far as known. */
  collectibles(account: Hex): Promise<readonly Collectible[]>
  close(): Promise<void>
}
