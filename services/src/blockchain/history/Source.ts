import type { HistoryLack } from 'latchkey/protocol'
import type { Entry, Hex, Place } from './Entry.js'
import type { Collectible } from './Known.js'
import type { TokenFacts } from './tokenFacts.js'

/** Part of an account's history on one chain, newest first. */
export type Page = {
  readonly entries: readonly Entry[]
  /** Entries below this place may still be added; absent if the history is complete. */
  readonly floor?: Place | undefined
  readonly facts: ReadonlyMap<Hex, TokenFacts>
  /** What the source cannot see in this part. */
  readonly lacks?: readonly HistoryLack[] | undefined
  /** Set while the source is still reading: the oldest block that it has read, if any, and the part from 0 to 1. */
  readonly reading?: { readonly block?: number | undefined; readonly share: number } | undefined
}

export type PageQuery = {
  readonly before: Place | undefined
  readonly limit: number
  /** Calls to nodes that all pages of one request may cause together; each page takes its own from it. */
  readonly budget?: { left: number } | undefined
}

/** The place before the newest entry. */
export const newest: Place = { minedAt: Number.MAX_SAFE_INTEGER, block: 0, index: 0 }

/** Collectibles that an account received. */
export type Received = { readonly items: readonly Collectible[] } & Pick<Page, 'reading' | 'lacks'>

/** A source of the history on one chain. */
export type Source = {
  /** For the header `x-source` and the log: `etherscan`, `alchemy`, `chain`, … */
  readonly name: string
  /**
   * Returns at most `limit` entries after a place, or the newest without one. A page may be short while `reading` is
   * set, and where its `floor` lies below its last entry.
   *
   * @throws `NodeError`
   */
  page(account: Hex, query: PageQuery): Promise<Page>
  /** Returns pending transactions, newest first; empty if the source cannot know them. */
  pending(account: Hex): Promise<Page>
  /** Returns the known collectibles that the account received, newest first. While `reading` is set, there may be more. */
  collectibles(account: Hex): Promise<Received>
  close(): Promise<void>
}
