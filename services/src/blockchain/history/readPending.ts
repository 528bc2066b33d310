import * as v from 'valibot'
import type { RpcCall, RpcReply } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import type { Entry, Hex, Movement } from './Entry.js'
import { blockSchema, type ChainTransaction, readResult, transactionSchema } from './nodeAnswers.js'
import { approvalOf, transferOf } from './readCall.js'
import { selectorOf } from './selectorOf.js'

/** Most pending transactions of one account; wallets send fewer at once. */
const pendingLimit = 20

/** The transactions that wait for a block, of all accounts. */
export type PendingBlock = {
  readonly block: number
  readonly transactions: readonly (ChainTransaction & { readonly index: number })[]
}

/**
 * Reads the node's pending block. Returns nothing if the node has none, or returns the latest block instead.
 *
 * @param after The number of the newest known block.
 * @throws `NodeError`
 */
export async function readPendingBlock(
  nodes: Nodes,
  after: number,
  signal?: AbortSignal | undefined,
): Promise<PendingBlock | undefined> {
  const [reply] = await nodes.ask([pendingCall], signal)
  return toPendingBlock(reply, after)
}

export const pendingCall: RpcCall = { method: 'eth_getBlockByNumber', params: ['pending', true] }

/** Reads the reply to {@link pendingCall}. Throws `NodeError`. */
export function toPendingBlock(reply: RpcReply | undefined, after: number): PendingBlock | undefined {
  const block = readResult(reply, v.nullable(pendingSchema))
  if (block === null || (block.number !== null && block.number <= after)) return undefined
  const transactions = block.transactions.flatMap((item, index) => {
    const transaction = v.safeParse(transactionSchema, item)
    return transaction.success ? [{ ...transaction.output, index }] : []
  })
  return { block: block.number ?? after + 1, transactions }
}

/** Returns an account's transactions of a pending block, newest first. */
export function pendingOf(
  account: Hex,
  { block, transactions }: PendingBlock,
  now: number,
): readonly Entry[] {
  return transactions
    .filter(({ from, to, value }) => from === account || (to === account && value > 0n))
    .slice(-pendingLimit)
    .reverse()
    .map((transaction) => toEntry(transaction, account, { block, now }))
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
