/** An address, and any other bytes, in lower case, as nodes write them. */
export type Hex = `0x${string}`

/** Something of worth that went from one account to another. */
export type Movement = {
  readonly standard: 'native' | 'ERC20' | 'ERC721' | 'ERC1155'
  /** The contract; absent for the chain's own coin. */
  readonly token?: Hex | undefined
  /** Decimal; only of collectibles. */
  readonly tokenId?: string | undefined
  /** Decimal, in base units; never `0`. */
  readonly units: string
  readonly from: Hex
  readonly to: Hex
}

/** A leave to spend that the account gave, or took back. */
export type Approval = { readonly token: Hex; readonly spender: Hex; readonly isRevoked: boolean }

/** What one transaction did, from the side of one account. It is plain JSON. */
export type Entry = {
  readonly hash: Hex
  readonly block: number
  /** The transaction's place in its block. */
  readonly index: number
  /** Epoch milliseconds. */
  readonly minedAt: number
  readonly status: 'confirmed' | 'failed' | 'pending'
  readonly from: Hex
  /** `null` where a contract was made. */
  readonly to: Hex | null
  readonly nonce: number
  /** The first four bytes of what a contract was asked; `0x` where nothing was. */
  readonly selector: Hex
  /** Whether the account asked for this itself: by its own transaction, or by a user operation (ERC-4337). */
  readonly isOwn: boolean
  /** Decimal, in base units; only where the account paid it. */
  readonly feeUnits?: string | undefined
  readonly movements: readonly Movement[]
  /** Only of own transactions: what others approve in an account's name is nothing it did. */
  readonly approvals: readonly Approval[]
}

/** An entry's place in a history that is ordered from the newest to the oldest. */
export type Place = Pick<Entry, 'minedAt' | 'block' | 'index'>

/** The account of nobody: tokens are made from it, and destroyed by sending them there. */
export const zeroAddress: Hex = `0x${'0'.repeat(40)}`
