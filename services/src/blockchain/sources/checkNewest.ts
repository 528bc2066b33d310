import * as v from 'valibot'
import { NodeError } from '../../outbound/post.js'
import type { Hex } from '../history/Entry.js'
import { hashSchema, quantitySchema, resultOf } from '../history/nodeAnswers.js'
import type { Nodes } from '../nodes.js'
import type { SuppliedPage } from './Supplier.js'

/** A node may have dropped older transactions from its index, in milliseconds. */
const recent = 86_400_000

/** An indexer answers for another chain. Nothing that it tells is believed. */
export class OtherChain extends NodeError {}

/**
 * Holds an indexer's newest page against the chain, with one batch of three calls. The chain decides:
 *
 * - If the chain does not know the newest transaction of the last day, the indexer answers for another chain: an error.
 * - If the account has sent more transactions than the indexer says, the indexer is behind.
 *
 * @returns by how many transactions of the account the indexer is behind
 * @throws {@link OtherChain}
 */
export async function checkNewest(
  nodes: Nodes,
  { entries, partial }: SuppliedPage,
  account: Hex,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<number> {
  const [newest] = entries
  if (newest === undefined) return 0
  const calls = [
    { method: 'eth_blockNumber' },
    { method: 'eth_getTransactionCount', params: [account, 'latest'] },
    { method: 'eth_getTransactionByHash', params: [newest.hash] },
  ]
  const [head, count, told] = await nodes.ask(calls, signal).catch((error: unknown) => {
    // A chain that does not answer refutes nothing.
    if (error instanceof NodeError) return []
    throw error
  })
  const height = resultOf(head, quantitySchema)
  const isReached = height !== undefined && height >= BigInt(newest.block)
  const isRecent = now - newest.minedAt < recent
  const isUnknown = resultOf(told, v.null()) === null
  if (isReached && isRecent && isUnknown)
    throw new OtherChain('tells of a transaction that the chain does not know')
  if (resultOf(told, v.object({ hash: hashSchema })) === undefined && !isUnknown) return 0

  const nonces = entries.flatMap(({ from, hash, nonce }) =>
    from === account && partial?.has(hash) !== true ? [nonce] : [],
  )
  const sent = resultOf(count, quantitySchema)
  // A contract has a count of its own, which says nothing of transactions.
  if (sent === undefined || nonces.length === 0) return 0
  return Math.max(0, Number(sent) - (Math.max(...nonces) + 1))
}
