import type { AccountEntry, Entry, Hex, Movement } from './Entry.js'
import type { ChainTransaction, Header, Receipt } from './nodeAnswers.js'
import type { ReadLog } from './readLog.js'
import { selectorOf } from './selectorOf.js'

/** Most movements of one transaction that fit into an answer. */
export const movementLimit = 100

export type FoundLog = ReadLog & { readonly logIndex: number }

/** A transaction with everything that is known of it besides its receipt. */
export type Found = {
  readonly block: Pick<Header, 'number' | 'hash' | 'timestamp'>
  readonly transaction: ChainTransaction
  readonly index: number
  readonly logs: readonly FoundLog[]
  /** Coin that contracts paid. */
  readonly coin: readonly Movement[]
  /** The accounts that the transaction may concern. */
  readonly accounts: readonly Hex[]
}

/** Returns what a transaction did to its accounts. Without a receipt it has succeeded: a log proves that. */
export function entriesOf(
  { block, transaction, index, logs, coin, accounts }: Found,
  receipt: Receipt | undefined,
): readonly AccountEntry[] {
  const { hash, from, to, value, nonce, input, type } = transaction
  const isDone = receipt === undefined || receipt.status === 1n
  const sent =
    isDone && value > 0n && to !== null
      ? [{ standard: 'native' as const, units: String(value), from, to }]
      : []
  const all = [...sent, ...logs.flatMap((log) => log.movements), ...coin]
  return accounts.flatMap((account): AccountEntry[] => {
    const isOwn = from === account || logs.some(({ actor }) => actor === account)
    const movements = all.filter((one) => one.from === account || one.to === account).slice(0, movementLimit)
    if (!isOwn && movements.length === 0) return []
    const approvals = logs.flatMap(({ approval }) => (approval?.owner === account ? [approval] : []))
    const entry: Entry = {
      hash,
      block: block.number,
      index: transaction.transactionIndex ?? index,
      minedAt: block.timestamp,
      status: isDone ? 'confirmed' : 'failed',
      from,
      to,
      nonce,
      selector: selectorOf(input),
      isOwn,
      ...(from === account && receipt !== undefined && hasPlainFee(type)
        ? { feeUnits: String(feeOf(receipt)) }
        : {}),
      movements,
      approvals: isOwn
        ? approvals.map(({ token, spender, isRevoked }) => ({ token, spender, isRevoked }))
        : [],
    }
    return [{ account, entry }]
  })
}

/** Other transaction types exist on single chains, and some of them pay fees in tokens. */
export function hasPlainFee(type: string | undefined): boolean {
  return type === undefined || /^0x0?[0-4]$/.test(type)
}

export function feeOf({ gasUsed, effectiveGasPrice, blobGasUsed, blobGasPrice, l1Fee }: Receipt): bigint {
  return gasUsed * effectiveGasPrice + blobGasUsed * blobGasPrice + l1Fee
}
