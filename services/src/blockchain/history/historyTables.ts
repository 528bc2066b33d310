import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from './Entry.js'

/** How far a chain has been read. */
type HeadRow = {
  readonly chain: CaipNetworkId
  readonly number: number
  /** When that block was made, or later; epoch milliseconds, as all times. */
  readonly made_at: number
}

/** A block near the head, to notice that a chain went another way. */
type BlockRow = { readonly chain: CaipNetworkId; readonly number: number; readonly hash: Hex }

/** An account that is followed. Without `low` nothing was read for it yet. */
type AccountRow = {
  readonly chain: CaipNetworkId
  readonly address: Hex
  readonly asked_at: number
  /** Its history is known from this block to the head. */
  readonly low: number | null
  /** The hash of the block below `low`. */
  readonly low_parent: Hex | null
  /** When the block `low` was made: nothing below it is newer. */
  readonly low_time: number | null
  /** Its history is wanted from this block. */
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

/** That a collectible came to an account, in a block. */
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

export type HistoryTables = {
  history_head: HeadRow
  history_block: BlockRow
  history_account: AccountRow
  history_entry: EntryRow
  history_collectible: CollectibleRow
  history_facts: FactsRow
  /** What cursors are signed with; one row. */
  history_secret: { readonly id: number; readonly key: string }
}
