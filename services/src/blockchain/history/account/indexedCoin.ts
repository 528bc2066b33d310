import * as v from 'valibot'
import { NodeError, ReplyTooLong, type RpcCall, type RpcReply } from '../../../outbound/post.js'
import { askAll, toHex } from '../askAll.js'
import type { Hex, Movement } from '../Entry.js'
import {
  addressSchema,
  hashSchema,
  type Mined,
  minedSchema,
  quantitySchema,
  WrongAnswer,
} from '../nodeAnswers.js'
import { readFlatTrace } from '../readTrace.js'
import { selectorOf } from '../selectorOf.js'
import { type CoinFound, payoutsLackIn } from './explainCoin.js'
import type { Facts } from './facts.js'
import type { Gap } from './gaps.js'
import { isWitnessed } from './indexWitness.js'
import type { Span } from './ownTransactions.js'
import {
  checkBusy,
  failsHere,
  isUp,
  lacksMethod,
  mayHave,
  memory,
  type Reading,
  stepLimit,
  TooFull,
} from './Reading.js'

const filter = 'trace_filter'
/** The shortest query of traces that is tried, in blocks: with shorter ones a search by halves costs less. */
const shortest = 250
/** Most bytes of an answer with traces. */
const answerSize = 8 * 1024 * 1024
const search = 'ots_searchTransactionsBefore'

/**
 * Finds the account's transactions and coin in an index of the node; `undefined` if it has none, or if the account's
 * states refute what it tells of this span.
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

/**
 * Whether the node has an index that reaches a block.
 *
 * @throws `NodeError`, `BudgetSpent`
 */
export async function hasIndex(reading: Reading, block: number): Promise<boolean> {
  if (reading.traces === undefined) return false
  const range = { fromBlock: toHex(block), toBlock: toHex(block) }
  const params = [{ ...range, fromAddress: [reading.account] }]
  if (mayHave(reading, filter) && Array.isArray(await askIndex(reading, { method: filter, params })))
    return true
  if (!mayHave(reading, search)) return false
  return v.is(
    searchSchema,
    await askIndex(reading, { method: search, params: [reading.account, block + 1, 1] }),
  )
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
  const { account } = reading
  const range = { fromBlock: toHex(base + 1), toBlock: toHex(high) }
  const calls = [{ fromAddress: [account] }, { toAddress: [account] }].map((ends) => ({
    method: filter,
    params: [{ ...range, ...ends }],
  }))
  // The first call shows whether the node has the method.
  const found = new Map<Hex, { readonly block: number; isInner: boolean }>()
  for (const call of calls) {
    const items = await askIndex(reading, call)
    if (!Array.isArray(items)) {
      noteRefusal(reading, { base, high })
      return undefined
    }
    for (const item of items) {
      const trace = v.safeParse(traceSchema, item)
      if (!trace.success) throw new WrongAnswer('a trace in no known form')
      const { transactionHash: hash, blockNumber: block, traceAddress } = trace.output
      if (block <= base || block > high) throw new WrongAnswer('a trace of another block')
      // A reward of the block belongs to no transaction.
      if (hash === undefined || hash === null) continue
      found.set(hash, { block, isInner: found.get(hash)?.isInner === true || traceAddress.length > 0 })
    }
  }
  const places = [...found.values()].map(({ block }) => block).sort((left, right) => right - left)
  const last = places[stepLimit]
  if (last !== undefined && last < high) throw new TooFull(last + 1)
  const transactions = await facts.transactions([...found].map(([hash, { block }]) => ({ hash, block })))
  if (!(await isWitnessed(reading, { base, high }, transactions))) return undefined
  const inner = transactions.filter(({ hash }) => found.get(hash)?.isInner === true)
  return { transactions, ...(await readInner(reading, inner, 'trace_transaction', readTransactionTrace)) }
}

/** What nodes say of a method that they do not have or do not offer. */
const noMethod =
  /method.*(not|unknown|unsupported)|not (supported|available|enabled|allowed|whitelisted)|unsupported|namespace/i

/** Returns `undefined` where the nodes are up, but did not answer this call. */
async function askIndex(reading: Reading, call: RpcCall): Promise<unknown> {
  const { nodes, signal } = reading
  try {
    const [reply] = await nodes.ask([call], signal, answerSize)
    checkBusy(reply)
    if (reply === undefined) throw new NodeError('no reply to a call')
    if ('result' in reply) return reply.result
    if (reply.error.code === -32601 || noMethod.test(reply.error.message)) lacksMethod(reading, call.method)
    return undefined
  } catch (error) {
    await checkUp(reading, error)
    return undefined
  }
}

/** Throws what a call threw, unless the nodes are up and failed only this call. */
async function checkUp(reading: Reading, error: unknown): Promise<void> {
  if (error instanceof ReplyTooLong) return
  if (!(error instanceof NodeError) || reading.signal.aborted || !(await isUp(reading))) throw error
}

/**
 * After a query that took too long or was refused, the next one is shorter. Where even a short one fails, the method
 * is not tried for this account for a while, and the next way to find coin is taken.
 *
 * @throws `TooFull`
 */
function noteRefusal(reading: Reading, { base, high }: Span): void {
  if (!mayHave(reading, filter)) return
  const length = Math.ceil((high - base) / 4)
  if (length < shortest) return failsHere(reading, filter)
  reading.session.traceSpan = length
  reading.session.traceSpanUntil = reading.clock.steadyNow() + memory
  throw new TooFull(high - length + 1)
}

type ReadOperations = (
  reply: RpcReply | undefined,
  one: Mined,
  account: Hex,
) => readonly Movement[] | undefined

/**
 * Reads what contracts paid in single transactions. What the node refuses to tell of one is lacking.
 *
 * @throws `NodeError`, `BudgetSpent`
 */
async function readInner(
  reading: Reading,
  inner: readonly Mined[],
  method: string,
  read: ReadOperations,
): Promise<Pick<CoinFound, 'coin' | 'lacks'>> {
  const { nodes, signal, account } = reading
  const calls = inner.map(({ hash }) => ({ method, params: [hash] }))
  let replies: readonly RpcReply[] = []
  try {
    replies = await askAll(nodes, calls, signal)
  } catch (error) {
    await checkUp(reading, error)
  }
  for (const reply of replies) checkBusy(reply)
  const coin = new Map<Hex, readonly Movement[]>()
  const lacks: Gap[] = []
  for (const [index, one] of inner.entries()) {
    const movements = read(replies[index], one, account)
    if (movements === undefined) lacks.push(payoutsLackIn(one.blockNumber))
    else coin.set(one.hash, movements)
  }
  return { coin, lacks }
}

/** Reads a transaction's whole trace, because a filtered one does not show what was undone. */
function readTransactionTrace(
  reply: RpcReply | undefined,
  { hash, blockHash }: Mined,
  account: Hex,
): readonly Movement[] | undefined {
  if (reply === undefined || 'error' in reply || !Array.isArray(reply.result)) return undefined
  const isWanted = (end: unknown) => typeof end === 'string' && end.toLowerCase() === account
  return readFlatTrace(reply.result, { hash: blockHash }, isWanted).get(hash) ?? []
}

/** Transactions of one answer of Otterscan's method, which may be more to end with a whole block. */
const pageSize = 25
const searchSchema = v.object({ txs: v.array(minedSchema), lastPage: v.boolean() })
const operationSchema = v.object({ from: addressSchema, to: addressSchema, value: quantitySchema })

/** Otterscan's methods, which Erigon has. */
async function readOtterscan(reading: Reading, { base, high }: Span): Promise<CoinFound | undefined> {
  const { account } = reading
  const transactions: Mined[] = []
  for (let before = high + 1, isLast = false; !isLast; ) {
    const page = v.safeParse(
      searchSchema,
      await askIndex(reading, { method: search, params: [account, before, pageSize] }),
    )
    if (!page.success) {
      failsHere(reading, search)
      return undefined
    }
    const numbers = page.output.txs.map(({ blockNumber }) => blockNumber)
    if (numbers.some((number) => number >= before)) throw new WrongAnswer('another block than was asked for')
    transactions.push(...page.output.txs.filter(({ blockNumber }) => blockNumber > base))
    isLast = page.output.lastPage || numbers.length === 0 || numbers.some((number) => number <= base + 1)
    before = Math.min(...numbers)
    if (transactions.length > stepLimit && before < high && !isLast) throw new TooFull(before)
  }
  if (!(await isWitnessed(reading, { base, high }, transactions))) return undefined
  const inner = transactions.filter(({ from, input }) => from !== account || selectorOf(input) !== '0x')
  return { transactions, ...(await readInner(reading, inner, 'ots_getInternalOperations', readOperations)) }
}

function readOperations(
  reply: RpcReply | undefined,
  _: Mined,
  account: Hex,
): readonly Movement[] | undefined {
  const operations = v.safeParse(
    v.array(operationSchema),
    reply !== undefined && 'result' in reply ? reply.result : undefined,
  )
  return operations.success
    ? operations.output
        .filter(({ from, to, value }) => value > 0n && from !== to && (from === account || to === account))
        .map(({ from, to, value }) => ({ standard: 'native', units: String(value), from, to }))
    : undefined
}
