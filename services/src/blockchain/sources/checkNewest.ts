import * as v from 'valibot'
import { NodeError, type RpcCall, type RpcReply } from '../../outbound/post.js'
import { currentReadings, inBackground } from '../budget/meter.js'
import { toHex } from '../history/askAll.js'
import type { Entry, Hex } from '../history/Entry.js'
import {
  type Header,
  hashSchema,
  headerSchema,
  logSchema,
  quantitySchema,
  resultOf,
} from '../history/nodeAnswers.js'
import { logFilters, readLog } from '../history/readLog.js'
import type { Nodes } from '../nodes.js'
import { isDelegated } from './checkEnd.js'
import { askEach } from './completePage.js'
import type { SuppliedPage } from './Supplier.js'

/** A block with the hashes of its transactions. */
const blockSchema = v.object({ transactions: v.pipe(v.array(hashSchema), v.maxLength(100_000)) })
/** How many blocks a node may be behind an indexer. */
const mostBehind = 10_000
/** How many of the newest blocks are looked through for transfers that an indexer does not know. */
const newestBlocks = 300

const logsSchema = v.pipe(v.array(logSchema), v.maxLength(10_000))

/** An indexer answers for another chain. Nothing that it tells is believed. */
export class OtherChain extends NodeError {}

/**
 * Holds an indexer's newest page against the chain, with one batch of four calls, one of three for logs, and another call
 * in rare cases. The chain decides:
 *
 * - If the chain does not know the newest transaction, and its block of that number does not have it, the indexer answers
 *   for another chain: an error. A node may have dropped older transactions from its index, but still has the blocks.
 * - If the account has sent more transactions than the indexer says, the indexer is behind.
 * - So it is if tokens or collectibles of the account have moved in the newest blocks, above all that the indexer tells. A
 *   node that refuses to tell the logs refutes nothing.
 *
 * @returns by how many transactions of the account the indexer is behind
 * @throws {@link OtherChain}; `NodeError` where the chain shows neither the transaction nor its block
 */
export async function checkNewest(
  nodes: Nodes,
  { entries, partial }: SuppliedPage,
  account: Hex,
  { signal }: { readonly signal: AbortSignal },
): Promise<number> {
  const [newest] = entries
  if (newest === undefined) return 0
  const ask = (calls: readonly RpcCall[]) =>
    nodes.ask(calls, signal).catch((error: unknown): readonly RpcReply[] => {
      // A chain that does not answer refutes nothing.
      if (error instanceof NodeError) return []
      throw error
    })
  const [latest, count, told, block] = await ask([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_getTransactionCount', params: [account, 'latest'] },
    { method: 'eth_getTransactionByHash', params: [newest.hash] },
    { method: 'eth_getBlockByNumber', params: [toHex(newest.block), false] },
  ])
  const isUnknown = resultOf(told, v.null()) === null
  if (isUnknown) checkBlock(newest, resultOf(latest, headerSchema), resultOf(block, blockSchema))
  if (resultOf(told, v.object({ hash: hashSchema })) === undefined && !isUnknown) return 0

  const head = resultOf(latest, headerSchema)?.number
  const unknown = head === undefined ? 0 : await countMoved(nodes, { newest, head }, account, signal)
  const nonces = entries.flatMap(({ from, hash, nonce }) =>
    from === account && partial?.has(hash) !== true ? [nonce] : [],
  )
  const sent = resultOf(count, quantitySchema)
  // A contract has a count of its own, which says nothing of transactions.
  if (sent === undefined || nonces.length === 0) return unknown
  const behind = Math.max(0, Number(sent) - (Math.max(...nonces) + 1))
  if (behind <= unknown) return unknown
  const [code] = await ask([{ method: 'eth_getCode', params: [account, 'latest'] }])
  // Others raise the count of an account that delegates to a contract (EIP-7702).
  return isDelegated(resultOf(code, v.string())) ? unknown : behind
}

/**
 * Counts the transactions of the newest blocks, above the indexer's newest one, that moved tokens or collectibles of the
 * account. The calls count one each, like others that read a history.
 */
async function countMoved(
  nodes: Nodes,
  { newest, head }: { readonly newest: Entry; readonly head: number },
  account: Hex,
  signal: AbortSignal,
): Promise<number> {
  const from = Math.max(newest.block, head - newestBlocks) + 1
  if (from > head) return 0
  const calls = logFilters([account]).map((topics) => ({
    method: 'eth_getLogs',
    params: [{ fromBlock: toHex(from), toBlock: toHex(head), topics }],
  }))
  currentReadings()?.spend(calls.length)
  const replies = await inBackground(() => askEach(nodes, calls, signal))
  const moved = replies
    .flatMap((reply) => resultOf(reply, logsSchema) ?? [])
    .filter(({ removed, blockNumber }) => !removed && blockNumber >= from && blockNumber <= head)
    // Anybody can make a transfer of zero in the account's name, and indexers leave those out.
    .filter((log) => readLog(log).movements.some(({ from, to }) => from === account || to === account))
  return new Set(moved.map(({ transactionHash }) => transactionHash)).size
}

/** Throws if a transaction that the chain does not find is in no block of this chain either. */
function checkBlock(
  { hash, block, minedAt }: Pick<Entry, 'hash' | 'block' | 'minedAt'>,
  head: Header | undefined,
  own: v.InferOutput<typeof blockSchema> | undefined,
): void {
  if (head === undefined || own?.transactions.includes(hash) === true) return
  const isAbove = block > head.number
  // A node that lags does not know the block yet.
  if (isAbove && minedAt > head.timestamp && block - head.number <= mostBehind) return
  if (!isAbove && own === undefined) throw new NodeError('tells of a block that the chain does not show')
  throw new OtherChain('tells of a transaction that the chain does not know')
}
