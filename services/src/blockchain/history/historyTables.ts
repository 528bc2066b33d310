import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from './Entry.js'

/** The head of a chain: its last stored block. */
type HeadRow = {
  readonly chain: CaipNetworkId
  readonly number: number
  /** An upper bound of that block's timestamp, in epoch milliseconds like all times here. */
  readonly made_at: number
}

/** A block near the head, kept to detect reorganisations. */
type BlockRow = { readonly chain: CaipNetworkId; readonly number: number; readonly hash: Hex }

/** A followed account. `low` is `null` until the first block has been read for it. */
type AccountRow = {
  readonly chain: CaipNetworkId
  readonly address: Hex
  readonly asked_at: number
  /** Its history has been read from this block to the head. */
  readonly low: number | null
  /** The hash of the block below `low`. */
  readonly low_parent: Hex | null
  /** The timestamp of block `low`: every unread earlier block is at least as old. */
  readonly low_time: number | null
  /** Its history is to be read down to this block. */
  readonly first: number | null
}

type EntryRow = {
  readonly chain: CaipNetworkId
  readonly account: Hex
  readonly mined_at: number
  readonly block: number
  readonly position: number
  /** An `Entry` as JSON. */
  readonly data: string
}

/** Records in which block an account received a collectible. */
type CollectibleRow = {
  readonly chain: CaipNetworkId
  readonly account: Hex
  readonly token: Hex
  readonly token_id: string
  readonly standard: 'ERC721' | 'ERC1155'
  readonly block: number
}

type FactsRow = {
  readonly chain: CaipNetworkId
  readonly token: Hex
  readonly name: string
  readonly symbol: string
  readonly decimals: number | null
}

/** An account whose history is read only when it is asked for. */
type AskedRow = {
  readonly chain: CaipNetworkId
  readonly address: Hex
  /** When its own client asked for it last. */
  readonly asked_at: number
  /** A key of the client that it was read for. */
  readonly client: string
}

/** A part of such an account's history that has been read: the blocks from `low` to `high`. */
type RangeRow = {
  readonly chain: CaipNetworkId
  readonly account: Hex
  readonly high: number
  readonly low: number
  /** The timestamp of block `low`, or a later one. */
  readonly low_time: number
  /** Its `Gap`s as JSON. */
  readonly gaps: string
  /** The hash of block `high`, where it is known. */
  readonly high_hash: string | null
}

/** Somebody that an account has sent to, with a token; `''` stands for the chain's own coin. */
type RecipientRow = {
  readonly chain: CaipNetworkId
  readonly account: Hex
  readonly address: Hex
  readonly token: string
  /** The lowest block known in which the account did. */
  readonly block: number
}

/** How far an account's pages were read only to note whom it sent to. */
type WalkRow = {
  readonly chain: CaipNetworkId
  readonly account: Hex
  /** The highest block of this walk, or of the last one if it has ended. */
  readonly high: number
  /** This walk ends at this block: an earlier one has been below. */
  readonly until_block: number
  /** Where it goes on, a `Place` as JSON; `null` if it has ended. */
  readonly place: string | null
}

export type HistoryTables = {
  history_head: HeadRow
  history_block: BlockRow
  history_account: AccountRow
  history_entry: EntryRow
  history_asked: AskedRow
  history_range: RangeRow
  history_collectible: CollectibleRow
  history_facts: FactsRow
  history_recipient: RecipientRow
  history_walk: WalkRow
  /** The key that signs cursors; one row. */
  history_secret: { readonly id: number; readonly key: string }
}
