import type { Tracked, TransferIntent } from '../../core/intent.js'
import type { CaipNetworkId } from '../../protocol/caip.js'

/** Something that was sent from here. Amounts are decimal texts in base units. */
export type Sent = {
  readonly kind: 'transaction' | 'calls'
  /** The transaction's hash, or the id of a batch of calls (EIP-5792). */
  readonly id: string
  readonly hash?: string | undefined
  /** The intent that it was asked by. */
  readonly intentId?: string | undefined
  /** What the wallet was asked for, and what was known then: what has the id is held against it until it is done. */
  readonly origin?: Tracked<TransferIntent> | undefined
  readonly networkId: CaipNetworkId
  readonly from: string
  readonly to: string
  readonly name?: string | undefined
  readonly symbol: string
  readonly decimals: number
  readonly units: string
  readonly iconUrl?: string | undefined
  /** No list knows the token: it has no picture. */
  readonly isUnverified?: boolean | undefined
  /** Epoch milliseconds. */
  readonly sentAt: number
  /** Its number among the account's transactions, once a node has told. */
  readonly nonce?: number | undefined
  /** The hash of the transaction that took its place. */
  readonly replacedBy?: string | undefined
  /** `replaced`: another transaction of the account took its place. `lost`: no node knows it any more, nor why. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'replaced' | 'lost'
}
