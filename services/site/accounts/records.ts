import type { CaipNetworkId } from 'latchkey/protocol'
import type { Hex } from 'viem'
import type { KeptPermission } from './permissions/Permission.js'

/** A batch of calls that an app sent (EIP-5792), by the id that the app knows it by. */
export type BatchRecord = {
  readonly id: string
  /** Only this page may ask for it. */
  readonly origin: string
  readonly account: Hex
  readonly chainId: CaipNetworkId
  /** Epoch milliseconds. */
  readonly sentAt: number
  readonly isAtomic: boolean
  /** Some of it was not sent. */
  readonly isPartial?: boolean | undefined
  /** The transactions that carry it, each with the nonce that it uses up. */
  readonly transactions: readonly { readonly hash: Hex; readonly nonce: number }[]
  /** The operation that carries it, if a bundler sends it. */
  readonly operation?:
    | {
        readonly hash: Hex
        readonly sinceBlock: Hex
        /** Its nonce at the entry point. */
        readonly nonce?: Hex | undefined
      }
    | undefined
}

/** A transaction that the wallet has signed. */
export type SignedRecord = { readonly chainId: CaipNetworkId; readonly hash: Hex }

/** What the wallet has to remember of its requests, over reloads. JSON. */
export type WalletRecords = {
  readonly signed: readonly SignedRecord[]
  readonly batches: readonly BatchRecord[]
  readonly permissions: readonly KeptPermission[]
}

/**
 * Changes the stored records: reads them, applies `change`, and stores the result before it resolves. Changes of several
 * tabs must come one after the other.
 */
export type KeepRecords = (change: (records: WalletRecords) => WalletRecords) => Promise<WalletRecords>

export const noRecords: WalletRecords = { signed: [], batches: [], permissions: [] }

/** The newest are kept. */
const mostSigned = 200
const mostBatches = 100

export function withSigned(records: WalletRecords, signed: readonly SignedRecord[]): WalletRecords {
  return { ...records, signed: [...records.signed, ...signed].slice(-mostSigned) }
}

export function withBatch(records: WalletRecords, batch: BatchRecord): WalletRecords {
  return { ...records, batches: [...records.batches, batch].slice(-mostBatches) }
}

/** Replaces what carries a batch, once it is known. */
export function withBatchChanged(records: WalletRecords, batch: BatchRecord): WalletRecords {
  return { ...records, batches: records.batches.map((one) => (isSameBatch(one, batch) ? batch : one)) }
}

/** Finds a batch for the page that sent it; another page's are unknown to it. */
export function findBatch(records: WalletRecords, origin: string, id: string): BatchRecord | undefined {
  return records.batches.find((one) => isSameBatch(one, { origin, id }))
}

const isSameBatch = (
  one: Pick<BatchRecord, 'origin' | 'id'>,
  other: Pick<BatchRecord, 'origin' | 'id'>,
): boolean => one.id === other.id && one.origin === other.origin
