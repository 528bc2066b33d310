import type { Entry, Hex, Place } from './Entry.js'
import type { Collectible } from './Known.js'
import type { TokenFacts } from './tokenFacts.js'

/** Part of an account's history on one chain, newest first. */
export type Page = {
  readonly entries: readonly Entry[]
  /** Entries below this place may still be added; absent if the history is complete. */
  readonly floor?: Place | undefined
  readonly facts: ReadonlyMap<Hex, TokenFacts>
}

/** A source of the history on one chain. */
export type Source = {
  /** Starts following an account, if the source needs that. */
  watch(account: Hex): Promise<void>
  /**
   * Returns at most `limit` entries after a place, or the newest without one.
   *
   * @throws `NodeError`
   */
  page(account: Hex, query: { readonly before: Place | undefined; readonly limit: number }): Promise<Page>
  /** Returns pending transactions, newest first; empty if the source cannot know them. */
  pending(account: Hex): Promise<Page>
  /** Returns the known collectibles that the account received, newest first. */
  collectibles(account: Hex): Promise<readonly Collectible[]>
  close(): Promise<void>
}
