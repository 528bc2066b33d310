import type { Tracked, TransferIntent } from '../../core/intent.js'
import type { CaipNetworkId } from '../../protocol/caip.js'

/** A transfer sent from this browser. Amounts are decimal texts in base units. */
export type Sent = {
  readonly kind: 'transaction' | 'calls'
  /** The transaction's hash, or the id of a batch of calls (EIP-5792). */
  readonly id: string
  readonly hash?: string | undefined
  /** The intent that asked for it. */
  readonly intentId?: string | undefined
  /** What the kit asked the wallet for, and what it knew then; the transaction is compared with it until it is done. */
  readonly origin?: Tracked<TransferIntent> | undefined
  readonly networkId: CaipNetworkId
  readonly from: string
  readonly to: string
  readonly name?: string | undefined
  readonly symbol: string
  readonly decimals: number
  readonly units: string
  /** Absent for the network's own coin, and in what earlier versions stored. */
  readonly tokenAddress?: string | undefined
  readonly iconUrl?: string | undefined
  /** No list has the token, so it has no picture. */
  readonly isUnverified?: boolean | undefined
  /** Epoch milliseconds. */
  readonly sentAt: number
  /** Its number among the account's transactions; absent until a node has told it. */
  readonly nonce?: number | undefined
  /** The hash of the transaction that took its place. */
  readonly replacedBy?: string | undefined
  /** `replaced`: another transaction of the account took its place. `lost`: no node has it any more. */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'replaced' | 'lost'
}
