import * as v from 'valibot'
import type { RpcCall, RpcReply } from '../../../outbound/post.js'
import { toHex } from '../askAll.js'
import { type Block, hashSchema, type Mined, minedSchema, WrongAnswer } from '../nodeAnswers.js'
import { finalDepth } from './answerCache.js'
import { transactionsIn } from './facts.js'
import { checkBusy, lacksMethod, mayHave, type Reading, stepLimit, TooFull } from './Reading.js'
import { readCode, readNonces } from './state.js'

/** Most transactions of one account in a block. */
const mostInBlock = 10_000
const bySender = 'eth_getTransactionBySenderAndNonce'

/** The blocks after `base` up to `high`. */
export type Span = { readonly base: number; readonly high: number }

/** The account's own transactions in a span: their nonces are consecutive, so the missing ones are known. */
export type Own = {
  readonly found: ReadonlyMap<number, Mined>
  isComplete(): boolean
  /** Adds the account's transactions of some blocks. Returns whether one was new. */
  addFrom(blocks: readonly Block[]): boolean
  /** Returns the blocks in which the number of transactions rises by ones that are missing, by a search by halves. */
  locate(): Promise<readonly number[]>
}

/**
 * Begins with the transactions that logs told of, and those that the node finds by their nonce.
 *
 * @throws `NoState`, `TooFull`, `NodeError`, `BudgetSpent`
 */
export async function createOwn(
  reading: Reading,
  { base, high }: Span,
  logged: readonly Mined[],
): Promise<Own> {
  const [first = 0, end = 0] = await readNonces(reading, [base, high])
  // No block holds that many transactions of one account.
  const isSingle = high - base <= 1
  if (end < first || (isSingle && end - first > mostInBlock)) throw new WrongAnswer('contradicts itself')
  if (end - first > stepLimit && !isSingle) {
    const middle = Math.floor((base + high) / 2)
    await readNonces(reading, [middle])
    throw new TooFull(middle + 1)
  }
  const found = new Map(logged.filter(({ from }) => from === reading.account).map((one) => [one.nonce, one]))
  addKnown(reading, found, { first, end })
  await askBySender(reading, found, { first, end, base, high })
  const isKnown = (nonce: number) => found.has(nonce)
  return {
    found,
    isComplete: () => Array.from({ length: end - first }, (_, place) => first + place).every(isKnown),
    addFrom(blocks) {
      const size = found.size
      for (const one of blocks.flatMap((block) => transactionsIn(block, reading.account)))
        if (one.from === reading.account) found.set(one.nonce, one)
      addKnown(reading, found, { first, end })
      return found.size > size
    },
    locate: () => locate(reading, { base, high }, isKnown),
  }
}

/** Two known transactions with consecutive nonces tell the number of transactions between them. */
function addKnown(
  { session: { nonces } }: Reading,
  own: ReadonlyMap<number, Mined>,
  { first, end }: { readonly first: number; readonly end: number },
): void {
  for (const [nonce, { blockNumber }] of own) {
    const after = own.get(nonce + 1)
    if (nonce === first) nonces.set(blockNumber - 1, nonce)
    if (nonce === end - 1) nonces.set(blockNumber, end)
    if (after === undefined || after.blockNumber <= blockNumber) continue
    nonces.set(blockNumber, nonce + 1)
    nonces.set(after.blockNumber - 1, nonce + 1)
  }
}

/** Asks for each missing transaction by its nonce, where the node has that method. */
async function askBySender(
  reading: Reading,
  own: Map<number, Mined>,
  { first, end, base, high }: Span & { readonly first: number; readonly end: number },
): Promise<void> {
  const { account } = reading
  let missing = Array.from({ length: end - first }, (_, index) => end - 1 - index).filter(
    (one) => !own.has(one),
  )
  while (missing.length > 0 && mayHave(reading, bySender)) {
    // One call shows whether the node has the method.
    const part = missing.slice(0, reading.abilities.missing.has(bySender) ? 50 : 1)
    const replies = await askOnce(
      reading,
      part.map((nonce) => ({ method: bySender, params: [account, toHex(nonce)] })),
    )
    for (const reply of replies) {
      checkBusy(reply)
      if ('error' in reply) return lacksMethod(reading, bySender)
    }
    reading.abilities.missing.set(bySender, 0)
    for (const one of await toTransactions(reading, replies)) {
      const { from, nonce, blockNumber } = one
      if (from === account && part.includes(nonce) && blockNumber > base && blockNumber <= high)
        own.set(nonce, one)
    }
    missing = missing.slice(part.length)
  }
}

/** Some nodes answer with the transaction, and some with its hash. */
async function toTransactions(reading: Reading, replies: readonly RpcReply[]): Promise<readonly Mined[]> {
  const results = replies.map((reply) => ('result' in reply ? reply.result : undefined))
  const hashes = results.filter((result) => v.is(hashSchema, result))
  const calls = hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] }))
  const found = await askOnce(reading, calls)
  return [...results, ...found.map((reply) => ('result' in reply ? reply.result : undefined))].flatMap(
    (result) => {
      const mined = v.safeParse(minedSchema, result)
      return mined.success ? [mined.output] : []
    },
  )
}

/** A part that turns out to be too full is read again, shorter: what was answered is kept. */
function askOnce({ cache, nodes, head, signal }: Reading, calls: readonly RpcCall[]) {
  return cache.ask(nodes, calls, { finalBlock: head - finalDepth, signal })
}

/** Returns the blocks in which the number of transactions rises by ones that are not known. */
async function locate(
  reading: Reading,
  { base, high }: Span,
  isKnown: (nonce: number) => boolean,
): Promise<readonly number[]> {
  const found: number[] = []
  let open: readonly Span[] = [{ base, high }]
  while (open.length > 0) {
    const next: Span[] = []
    const middles = open.map((span) => Math.floor((span.base + span.high) / 2))
    await readNonces(
      reading,
      open.flatMap((span, index) => (span.high - span.base > 1 ? (middles[index] ?? []) : [])),
    )
    for (const [index, span] of open.entries()) {
      const middle = middles[index] ?? span.base
      const halves =
        span.high - span.base > 1
          ? [
              { base: span.base, high: middle },
              { base: middle, high: span.high },
            ]
          : [span]
      for (const half of halves) {
        const [low = 0, end = 0] = await readNonces(reading, [half.base, half.high])
        const isComplete = Array.from({ length: end - low }, (_, place) => low + place).every(isKnown)
        if (isComplete) continue
        if (half.high - half.base === 1) found.push(half.high)
        else next.push(half)
      }
    }
    open = next
  }
  return found
}

/**
 * A nonce may rise without a transaction of the account: a contract creates another one, or somebody submits a
 * delegation that the account signed (EIP-7702). Otherwise the answers contradict each other.
 */
export async function checkExcuse(reading: Reading, { number, transactions }: Block): Promise<void> {
  const hasDelegation = transactions.some(
    (item) => typeof item === 'object' && item !== null && Reflect.get(item, 'type') === '0x4',
  )
  if (hasDelegation) return
  if ((await readCode(reading, number)) !== 'none') return
  throw new WrongAnswer('contradicts itself')
}
