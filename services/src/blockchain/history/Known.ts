import type { Hex } from './Entry.js'

/** The last block up to which a chain has been read. */
export type Head = { readonly number: number; readonly hash: Hex }

/** An account's history has been read from block `low` to the head; the reader continues down to block `first`. */
export type Watched = {
  readonly low: number
  readonly first: number
  /** The timestamp of block `low`: every unread earlier block is at least as old. */
  readonly lowTime: number
}

/** A collectible that an account received at some time; only the chain knows whether it still owns it. */
export type Collectible = {
  readonly token: Hex
  readonly tokenId: string
  readonly standard: 'ERC721' | 'ERC1155'
}

/** A token contract's details; `decimals` is `null` if it has none. */
export type Facts = { readonly name: string; readonly symbol: string; readonly decimals: number | null }
