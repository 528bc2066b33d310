/** Hex text in lower case, as nodes write it; most often an address. */
export type Hex = `0x${string}`

/** A transfer of a coin, token or collectible from one account to another. */
export type Movement = {
  readonly standard: 'native' | 'ERC20' | 'ERC721' | 'ERC1155'
  /** The token's contract; absent for the chain's own coin. */
  readonly token?: Hex | undefined
  /** Decimal; only for collectibles. */
  readonly tokenId?: string | undefined
  /** Decimal, in base units; never `0`. */
  readonly units: string
  readonly from: Hex
  readonly to: Hex
  /** Set if no record says so, and the transfer is concluded from balances: it is the only one possible. */
  readonly isConcluded?: true | undefined
}

/** A permission to spend a token that the account granted or revoked. */
export type Approval = { readonly token: Hex; readonly spender: Hex; readonly isRevoked: boolean }

/** What one transaction did to one account. Plain JSON. */
export type Entry = {
  readonly hash: Hex
  readonly block: number
  /** The transaction's place in its block. */
  readonly index: number
  /** Epoch milliseconds. */
  readonly minedAt: number
  readonly status: 'confirmed' | 'failed' | 'pending'
  readonly from: Hex
  /** `null` for a contract creation. */
  readonly to: Hex | null
  readonly nonce: number
  /** The first four bytes of the call data; `0x` without call data. */
  readonly selector: Hex
  /** Whether the account started this itself, by a transaction or a user operation (ERC-4337). */
  readonly isOwn: boolean
  /** Decimal, in base units; only if the account paid the fee. */
  readonly feeUnits?: string | undefined
  readonly movements: readonly Movement[]
  /** Only for own transactions: events that others emit in the account's name are not its approvals. */
  readonly approvals: readonly Approval[]
}

/** An entry's position in a history sorted from newest to oldest. */
export type Place = Pick<Entry, 'minedAt' | 'block' | 'index'>

/** The zero address: tokens are minted from it and burnt to it. */
export const zeroAddress: Hex = `0x${'0'.repeat(40)}`

/** An entry with its account. */
export type AccountEntry = { readonly account: Hex; readonly entry: Entry }
