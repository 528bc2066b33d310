import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import { askAll, toHex } from '../askAll.js'
import type { Hex, Movement } from '../Entry.js'
import { addressSchema, hashSchema, type Mined, minedSchema, quantitySchema } from '../nodeAnswers.js'
import { readFlatTrace } from '../readTrace.js'
import { selectorOf } from '../selectorOf.js'
import type { CoinFound } from './explainCoin.js'
import type { Facts } from './facts.js'
import type { Span } from './ownTransactions.js'
import { checkBusy, lacksMethod, mayHave, type Reading, stepLimit, TooFull } from './Reading.js'

const filter = 'trace_filter'
const search = 'ots_searchTransactionsBefore'

/**
 * Finds the account's transactions and coin in an index of the node; `undefined` if it has none.
 *
 * @throws `TooFull`, `NodeError`, `BudgetSpent`
 */
export async function readIndexedCoin(
  reading: Reading,
  facts: Facts,
  span: Span,
): Promise<CoinFound | undefined> {
  if (reading.traces === undefined) return undefined
  const traced = mayHave(reading, filter) ? await readTraceFilter(reading, facts, span) : undefined
  if (traced !== undefined) return traced
  return mayHave(reading, search) ? readOtterscan(reading, span) : undefined
}

const traceSchema = v.object({
  transactionHash: v.nullish(hashSchema),
  blockNumber: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  traceAddress: v.array(v.number()),
})

/** OpenEthereum's method, which Erigon, Nethermind and Reth have too. */
async function readTraceFilter(
  reading: Reading,
  facts: Facts,
  { base, high }: Span,
): Promise<CoinFound | undefined> {
  const { account, nodes, signal } = reading
  const range = { fromBlock: toHex(base + 1), toBlock: toHex(high) }
  const calls = [{ fromAddress: [account] }, { toAddress: [account] }].map((ends) => ({
    method: filter,
    params: [{ ...range, ...ends }],
  }))
  // The first call shows whether the node has the method.
  const found = new Map<Hex, { readonly block: number; isInner: boolean }>()
  for (const call of calls) {
    const [reply] = await nodes.ask([call], signal)
    checkBusy(reply)
    if (reply === undefined || 'error' in reply || !Array.isArray(reply.result)) {
      lacksMethod(reading, filter)
      return undefined
    }
    for (const item of reply.result) {
      const trace = v.safeParse(traceSchema, item)
      if (!trace.success) throw new NodeError('a trace in no known form')
      const { transactionHash: hash, blockNumber: block, traceAddress } = trace.output
      if (block <= base || block > high) throw new NodeError('a trace of another block')
      // A reward of the block belongs to no transaction.
      if (hash === undefined || hash === null) continue
      found.set(hash, { block, isInner: found.get(hash)?.isInner === true || traceAddress.length > 0 })
    }
  }
  const places = [...found.values()].map(({ block }) => block).sort((left, right) => right - left)
  const last = places[stepLimit]
  if (last !== undefined && last < high) throw new TooFull(last + 1)
  const transactions = await facts.transactions([...found.keys()])
  const inner = transactions.filter(({ hash }) => found.get(hash)?.isInner === true)
  return { transactions, coin: await readInner(reading, inner), lacks: [] }
}

/** Reads a transaction's whole trace, because a filtered one does not show what was undone. */
async function readInner(
  reading: Reading,
  inner: readonly Mined[],
): Promise<ReadonlyMap<Hex, readonly Movement[]>> {
  const replies = await askAll(
    reading.nodes,
    inner.map(({ hash }) => ({ method: 'trace_transaction', params: [hash] })),
    reading.signal,
  )
  const coin = new Map<Hex, readonly Movement[]>()
  for (const [index, one] of inner.entries()) {
    const reply = replies[index]
    if (reply === undefined || 'error' in reply) throw new NodeError('refused to trace')
    const isWanted = (account: unknown) =>
      typeof account === 'string' && account.toLowerCase() === reading.account
    const found = readFlatTrace(reply.result, { hash: one.blockHash }, isWanted)
    coin.set(one.hash, found.get(one.hash) ?? [])
  }
  return coin
}

/** Transactions of one answer of Otterscan's method, which may be more to end with a whole block. */
const pageSize = 25
const searchSchema = v.object({ txs: v.array(minedSchema), lastPage: v.boolean() })
const operationSchema = v.object({ from: addressSchema, to: addressSchema, value: quantitySchema })

/** Otterscan's methods, which Erigon has. */
async function readOtterscan(reading: Reading, { base, high }: Span): Promise<CoinFound | undefined> {
  const { account, nodes, signal } = reading
  const transactions: Mined[] = []
  for (let before = high + 1, isLast = false; !isLast; ) {
    const [reply] = await nodes.ask([{ method: search, params: [account, before, pageSize] }], signal)
    checkBusy(reply)
    const page = v.safeParse(
      searchSchema,
      reply !== undefined && 'result' in reply ? reply.result : undefined,
    )
    if (!page.success) {
      lacksMethod(reading, search)
      return undefined
    }
    const numbers = page.output.txs.map(({ blockNumber }) => blockNumber)
    if (numbers.some((number) => number >= before)) throw new NodeError('another block than was asked for')
    transactions.push(...page.output.txs.filter(({ blockNumber }) => blockNumber > base))
    isLast = page.output.lastPage || numbers.length === 0 || numbers.some((number) => number <= base + 1)
    before = Math.min(...numbers)
    if (transactions.length > stepLimit && before < high && !isLast) throw new TooFull(before)
  }
  const inner = transactions.filter(({ from, input }) => from !== account || selectorOf(input) !== '0x')
  const replies = await askAll(
    nodes,
    inner.map(({ hash }) => ({ method: 'ots_getInternalOperations', params: [hash] })),
    signal,
  )
  const coin = new Map<Hex, readonly Movement[]>()
  for (const [index, { hash }] of inner.entries()) {
    const reply = replies[index]
    const operations = v.safeParse(
      v.array(operationSchema),
      reply !== undefined && 'result' in reply ? reply.result : undefined,
    )
    if (!operations.success) throw new NodeError('refused to trace')
    const own = operations.output.filter(
      ({ from, to, value }) => value > 0n && from !== to && (from === account || to === account),
    )
    coin.set(
      hash,
      own.map(({ from, to, value }) => ({ standard: 'native', units: String(value), from, to })),
    )
  }
  return { transactions, coin, lacks: [] }
}
