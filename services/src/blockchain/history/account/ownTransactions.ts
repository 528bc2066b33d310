import * as v from 'valibot'
import { NodeError } from '../../../outbound/post.js'
import { askAll, toHex } from '../askAll.js'
import { type Block, type Mined, minedSchema } from '../nodeAnswers.js'
import { type Facts, transactionsIn } from './facts.js'
import { checkBusy, lacksMethod, mayHave, type Reading, stepLimit, TooFull } from './Reading.js'
import { readNonces } from './state.js'

/** Most transactions of one account in a block. */
const mostInBlock = 10_000
const bySender = 'eth_getTransactionBySenderAndNonce'

/** The blocks after `base` up to `high`. */
export type Span = { readonly base: number; readonly high: number }

/**
 * Finds the account's own transactions: their nonces are consecutive, so the missing ones are known from those at both
 * ends. A search by halves finds their blocks.
 *
 * @param known Transactions that logs told of.
 * @throws `NoState`, `TooFull`, `NodeError`, `BudgetSpent`
 */
export async function findOwn(
  reading: Reading,
  facts: Facts,
  { base, high }: Span,
  known: readonly Mined[],
): Promise<readonly Mined[]> {
  const [first = 0, end = 0] = await readNonces(reading, [base, high])
  // No block holds that many transactions of one account.
  const isSingle = high - base <= 1
  if (end < first || (isSingle && end - first > mostInBlock)) throw new NodeError('contradicts itself')
  if (end - first > stepLimit && !isSingle) {
    const middle = Math.floor((base + high) / 2)
    await readNonces(reading, [middle])
    throw new TooFull(middle + 1)
  }
  const own = new Map(known.filter(({ from }) => from === reading.account).map((one) => [one.nonce, one]))
  addKnown(reading, own, { first, end })
  await askBySender(reading, own, { first, end, base, high })
  const numbers = await locate(reading, { base, high }, (nonce) => own.has(nonce))
  for (const block of await facts.blocks(numbers)) {
    const found = transactionsIn(block, reading.account).filter(({ from }) => from === reading.account)
    for (const one of found) own.set(one.nonce, one)
    if (found.length === 0) await checkExcuse(reading, block)
  }
  return [...own.values()]
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
  const { account, nodes, signal } = reading
  let missing = Array.from({ length: end - first }, (_, index) => end - 1 - index).filter(
    (one) => !own.has(one),
  )
  while (missing.length > 0 && mayHave(reading, bySender)) {
    // One call shows whether the node has the method.
    const part = missing.slice(0, reading.abilities.missing.has(bySender) ? 50 : 1)
    const replies = await askAll(
      nodes,
      part.map((nonce) => ({ method: bySender, params: [account, toHex(nonce)] })),
      signal,
    )
    for (const [index, reply] of replies.entries()) {
      checkBusy(reply)
      if ('error' in reply) return lacksMethod(reading, bySender)
      reading.abilities.missing.set(bySender, 0)
      const mined = v.safeParse(minedSchema, reply.result)
      if (!mined.success) continue
      const { from, nonce, blockNumber } = mined.output
      if (from === account && nonce === part[index] && blockNumber > base && blockNumber <= high)
        own.set(nonce, mined.output)
    }
    missing = missing.slice(part.length)
  }
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
async function checkExcuse(
  { account, nodes, signal }: Reading,
  { number, transactions }: Block,
): Promise<void> {
  const hasDelegation = transactions.some(
    (item) => typeof item === 'object' && item !== null && Reflect.get(item, 'type') === '0x4',
  )
  if (hasDelegation) return
  const [code] = await nodes.ask([{ method: 'eth_getCode', params: [account, toHex(number)] }], signal)
  const text = code !== undefined && 'result' in code && typeof code.result === 'string' ? code.result : '0x'
  if (text.length > 2) return
  throw new NodeError('contradicts itself')
}
