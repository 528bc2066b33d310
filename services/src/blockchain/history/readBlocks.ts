import * as v from 'valibot'
import { NodeError, type RpcCall, type RpcReply } from '../../outbound/post.js'
import type { Nodes } from '../nodes.js'
import { askAll, batchSize, toHex } from './askAll.js'
import { type AccountEntry, type Hex, zeroAddress } from './Entry.js'
import { addInternalCoin } from './internalCoin.js'
import {
  type Block,
  blockSchema,
  type ChainLog,
  type Header,
  logSchema,
  type Receipt,
  readResult,
  receiptSchema,
  transactionSchema,
} from './nodeAnswers.js'
import { logFilters, readLog, topics } from './readLog.js'
import type { InternalCoin } from './readTrace.js'
import { entriesOf, type Found, type FoundLog } from './toEntries.js'
import type { Traces } from './traces.js'

/** Most blocks in one range: together with three log queries they fill one batch. */
export const rangeLimit = batchSize - 3
/** With more accounts the log query has no address filter. */
const filterLimit = 200

/** A range of blocks, oldest first, with the accounts' entries in it. */
export type Blocks = { readonly headers: readonly Header[]; readonly entries: readonly AccountEntry[] }

type Range = { readonly from: number; readonly to: number; readonly accounts: ReadonlySet<Hex> }
type Sources = { readonly nodes: Nodes; readonly traces: Traces }

/**
 * Reads what accounts did in a range of blocks: coin transfers from the blocks, tokens from the logs, coin paid by
 * contracts from the traces, and results from the receipts. All parts belong to the same chain of blocks, even when
 * several nodes answered.
 *
 * @throws {@link NodeError}, also if the chain changed meanwhile
 */
export async function readBlocks(
  { nodes, traces }: Sources,
  range: Range,
  signal?: AbortSignal | undefined,
): Promise<Blocks> {
  const count = range.to - range.from + 1
  const blockCalls = Array.from({ length: count }, (_, index) => ({
    method: 'eth_getBlockByNumber',
    params: [toHex(range.from + index), true],
  }))
  const replies = await nodes.ask([...blockCalls, ...logCalls(range)], signal)
  const blocks = replies.slice(0, count).map((reply) => readResult(reply, blockSchema))
  checkChain(blocks, range.from)
  const logs = readLogs(replies.slice(count), blocks)
  const traced = await traces.of(blocks, range.accounts, signal)
  const found = blocks.flatMap((block) =>
    findTransactions(block, range.accounts, { logs, coin: traced.get(block.number) }),
  )
  const receipts = await readReceipts(nodes, found, signal)
  const entries = found.flatMap((one) => entriesOf(one, receipts.get(one.transaction.hash)))
  const isTraced = ({ entry }: AccountEntry) => traced.has(entry.block)
  const others = entries.filter((one) => !isTraced(one))
  return {
    headers: blocks.map(({ transactions: _, ...header }) => header),
    entries: [...entries.filter(isTraced), ...(await addInternalCoin(nodes, others, blocks, signal))],
  }
}

/** Queries the events in which an account is the first, second or third indexed argument. */
function logCalls({ from, to, accounts }: Range): readonly RpcCall[] {
  const place = { fromBlock: toHex(from), toBlock: toHex(to) }
  const call = (...filter: readonly (null | readonly string[])[]) => ({
    method: 'eth_getLogs',
    params: [{ ...place, topics: filter }],
  })
  if (accounts.size > filterLimit) return [call(Object.values(topics))]
  return logFilters([...accounts]).map((filter) => call(...filter))
}

function checkChain(blocks: readonly Block[], from: number): void {
  let parent: Block | undefined
  for (const [index, block] of blocks.entries()) {
    if (block.number !== from + index) throw new NodeError('another block than was asked for')
    if (parent !== undefined && block.parentHash !== parent.hash) throw new NodeError('the chain changed')
    parent = block
  }
}

type Logs = ReadonlyMap<Hex, ReadonlyMap<number, FoundLog>>

/** Groups logs by transaction and removes duplicates: two queries may return the same log. */
function readLogs(replies: readonly RpcReply[], blocks: readonly Block[]): Logs {
  const hashes = new Map(blocks.map((block) => [block.number, block.hash]))
  const found = new Map<Hex, Map<number, FoundLog>>()
  for (const item of replies.flatMap((reply) => readResult(reply, v.array(v.unknown())))) {
    const log = v.safeParse(logSchema, item)
    if (!log.success) throw new NodeError('a log in no known form')
    if (log.output.removed) continue
    if (hashes.get(log.output.blockNumber) !== log.output.blockHash) throw new NodeError('the chain changed')
    add(found, log.output)
  }
  return found
}

function add(found: Map<Hex, Map<number, FoundLog>>, log: ChainLog): void {
  const own = found.get(log.transactionHash) ?? new Map<number, FoundLog>()
  own.set(log.logIndex, { ...readLog(log), logIndex: log.logIndex })
  found.set(log.transactionHash, own)
}

function findTransactions(
  block: Block,
  accounts: ReadonlySet<Hex>,
  { logs, coin }: { readonly logs: Logs; readonly coin: InternalCoin | undefined },
): readonly Found[] {
  return block.transactions.flatMap((item, index): Found[] => {
    const { hash, from, to } = endsOf(item)
    const own = [...(logs.get(hash)?.values() ?? [])].sort((a, b) => a.logIndex - b.logIndex)
    const paid = coin?.get(hash) ?? []
    if (own.length === 0 && paid.length === 0 && !accounts.has(from) && !accounts.has(to)) return []
    const payees = paid.flatMap((movement) => [movement.from, movement.to])
    const named = own.flatMap(({ movements, approval, actor }) => [
      ...movements.flatMap((movement) => [movement.from, movement.to]),
      approval?.owner ?? zeroAddress,
      actor ?? zeroAddress,
    ])
    const concerned = new Set([from, to, ...payees, ...named].filter((address) => accounts.has(address)))
    if (concerned.size === 0) return []
    const transaction = v.safeParse(transactionSchema, item)
    if (!transaction.success) throw new NodeError('a transaction in no known form')
    return [
      { block, transaction: transaction.output, index, logs: own, coin: paid, accounts: [...concerned] },
    ]
  })
}

/** Reads only hash, sender and recipient, because most transactions concern no followed account. */
function endsOf(item: unknown): { readonly hash: Hex; readonly from: Hex; readonly to: Hex } {
  const value = (typeof item === 'object' && item !== null ? item : {}) as {
    readonly [name: string]: unknown
  }
  const text = (field: unknown) => (typeof field === 'string' ? field.toLowerCase() : '') as Hex
  return { hash: text(value.hash), from: text(value.from), to: text(value.to) }
}

/**
 * Reads receipts only if an account paid the fee or was sent coin: a log already proves that its transaction succeeded.
 */
async function readReceipts(nodes: Nodes, found: readonly Found[], signal?: AbortSignal | undefined) {
  const wanted = found.filter(
    ({ transaction: { from, to, value }, accounts }) =>
      accounts.includes(from) || (value > 0n && to !== null && accounts.includes(to)),
  )
  const calls = wanted.map(({ transaction }) => ({
    method: 'eth_getTransactionReceipt',
    params: [transaction.hash],
  }))
  const replies = await askAll(nodes, calls, signal)
  const receipts = new Map<Hex, Receipt>()
  for (const [index, { block, transaction }] of wanted.entries()) {
    const receipt = readResult(replies[index], receiptSchema)
    if (receipt.transactionHash !== transaction.hash || receipt.blockHash !== block.hash) {
      throw new NodeError('the chain changed')
    }
    receipts.set(transaction.hash, receipt)
  }
  return receipts
}
