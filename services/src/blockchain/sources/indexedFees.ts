import * as v from 'valibot'
import type { Hex } from '../history/Entry.js'
import { hashSchema, receiptSchema, resultOf } from '../history/nodeAnswers.js'
import type { Nodes } from '../nodes.js'
import { askEach, feeOf, readAll } from './completePage.js'
import type { SuppliedPage } from './Supplier.js'

const told = v.object({ transactionHash: hashSchema, l1Fee: v.nullish(v.unknown()) })

/** Corrects the fees that indexers of one chain tell. */
export type IndexedFees = (page: SuppliedPage, account: Hex) => Promise<SuppliedPage>

/**
 * Indexers reckon a fee from gas alone. A rollup adds the fee of its base chain, which only the receipt tells. So the first
 * receipt shows whether the chain is such a rollup, and there all fees are taken from receipts. A fee without one stays out.
 */
export function createIndexedFees(nodes: Nodes, signal: AbortSignal): IndexedFees {
  let isRollup: boolean | undefined
  const receiptOf = (hash: Hex) => ({ method: 'eth_getTransactionReceipt', params: [hash] })

  return async (page, account) => {
    const paid = page.entries.filter(({ from, feeUnits }) => from === account && feeUnits !== undefined)
    const [first] = paid
    if (first === undefined) return page
    if (isRollup === undefined) {
      const [reply] = await askEach(nodes, [receiptOf(first.hash)], signal)
      const receipt = resultOf(reply, told)
      if (receipt?.transactionHash === first.hash) isRollup = receipt.l1Fee != null
    }
    if (isRollup !== true) return page
    const calls = paid.map(({ hash }) => receiptOf(hash))
    const receipts = readAll(
      await askEach(nodes, calls, signal),
      receiptSchema,
      ({ transactionHash }) => transactionHash,
    )
    const corrected = new Set(paid)
    const entries = page.entries.map((entry) => {
      if (!corrected.has(entry)) return entry
      const { feeUnits: _, ...rest } = entry
      const receipt = receipts.get(entry.hash)
      return receipt === undefined ? rest : { ...rest, feeUnits: String(feeOf(receipt)) }
    })
    const isLacking = paid.some(({ hash }) => !receipts.has(hash))
    return {
      ...page,
      entries,
      ...(isLacking && { lacks: [...new Set([...(page.lacks ?? []), 'fees' as const])] }),
    }
  }
}
