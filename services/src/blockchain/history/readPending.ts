import * as v from 'valibot'
import type { Nodes } from '../nodes.js'
import type { Entry, Hex, Movement } from './Entry.js'
import { blockSchema, type ChainTransaction, readResult, transactionSchema } from './nodeAnswers.js'
import { approvalOf, transferOf } from './readCall.js'
import { selectorOf } from './selectorOf.js'

/** Most pending transactions of one account; wallets send fewer at once. */
const pendingLimit = 20

/**
 * Returns an account's pending transactions from the node's pending block, newest first. Empty if the node has no
 * pending block, or returns the latest block instead.
 *
 * @param after The number of the newest stored block.
 * @throws `NodeError`
 */
export async function readPending(
  nodes: Nodes,
  { account, after, now }: { readonly account: Hex; readonly after: number; readonly now: number },
  signal?: AbortSignal | undefined,
): Promise<readonly Entry[]> {
  const [reply] = await nodes.ask([{ method: 'eth_getBlockByNumber', params: ['pending', true] }], signal)
  const block = readResult(reply, v.nullable(pendingSchema))
  if (block === null || (block.number !== null && block.number <= after)) return []
  return block.transactions
    .flatMap((item, index) => {
      const transaction = v.safeParse(transactionSchema, item)
      return transaction.success ? [{ ...transaction.output, index }] : []
    })
    .filter(({ from, to, value }) => from === account || (to === account && value > 0n))
    .slice(-pendingLimit)
    .reverse()
    .map((transaction) => toEntry(transaction, account, { block: block.number ?? after + 1, now }))
}

/** A pending block has no hash. */
const pendingSchema = v.object({
  number: v.nullish(blockSchema.entries.number, null),
  transactions: blockSchema.entries.transactions,
})

function toEntry(
  { hash, from, to, nonce, input, value, index }: ChainTransaction & { readonly index: number },
  account: Hex,
  { block, now }: { readonly block: number; readonly now: number },
): Entry {
  const coin: readonly Movement[] =
    value > 0n && to !== null ? [{ standard: 'native', units: String(value), from, to }] : []
  const call = { from, to, input }
  return {
    hash,
    block,
    index,
    minedAt: now,
    status: 'pending',
    from,
    to,
    nonce,
    selector: selectorOf(input),
    isOwn: from === account,
    movements: [...coin, ...transferOf(call)],
    approvals: approvalOf(call),
  }
}
