import { NodeError } from '../../../outbound/post.js'
import type { Entry, Hex } from '../Entry.js'
import type { Mined } from '../nodeAnswers.js'
import { entriesOf } from '../toEntries.js'
import { findCoinChanges } from './coinChanges.js'
import { type CoinFound, explainCoin } from './explainCoin.js'
import { createFacts, type Facts } from './facts.js'
import { readIndexedCoin } from './indexedCoin.js'
import { type Logged, loggedIn } from './logs.js'
import { findOwn, type Span } from './ownTransactions.js'
import type { Reading } from './Reading.js'
import { NoState } from './state.js'

/** What an account did in the blocks from `low` to `high`. */
export type SpanRead = {
  readonly low: number
  readonly high: number
  /** The time of block `low`. */
  readonly lowTime: number
  readonly entries: readonly Entry[]
  readonly lacks: CoinFound['lacks']
}

/**
 * Reads a range of blocks whose logs have been covered. All parts of an entry are of the same block.
 *
 * @throws `TooFull`, `BudgetSpent`; `NodeError`, also if the chain changed meanwhile
 */
export async function readSpan(reading: Reading, low: number, high: number): Promise<SpanRead> {
  const facts = createFacts(reading)
  const logged = new Map(loggedIn(reading, low, high).map((one) => [one.hash, one]))
  const byLogs = await facts.transactions([...logged.keys()])
  for (const { hash, blockHash } of byLogs)
    if (logged.get(hash)?.blockHash !== blockHash) throw new NodeError('the chain changed')
  // Block 0 has no transactions.
  const span = { base: Math.max(low - 1, 0), high }
  const { transactions, coin, lacks } =
    span.base < high ? await readCoin(reading, facts, span, byLogs) : { ...nothing, lacks: [] }
  const all = new Map([...byLogs, ...transactions].map((one) => [one.hash, one]))
  const entries = await toEntries(reading, facts, [...all.values()], { logged, coin })
  const lowTime = (await facts.headers([low])).get(low)?.timestamp ?? 0
  return { low, high, lowTime, entries, lacks }
}

const nothing: CoinFound = { transactions: [], coin: new Map(), lacks: [] }

/** Finds the transactions that logs do not show, in the best way that the node offers. */
async function readCoin(
  reading: Reading,
  facts: Facts,
  span: Span,
  known: readonly Mined[],
): Promise<CoinFound> {
  const indexed = await readIndexedCoin(reading, facts, span)
  if (indexed !== undefined) return indexed
  try {
    const own = await findOwn(reading, facts, span, known)
    const receipts = await facts.receipts(own)
    const paid = own.flatMap((transaction) => {
      const receipt = receipts.get(transaction.hash)
      return receipt === undefined ? [] : [{ transaction, receipt }]
    })
    const explained = await explainCoin(reading, facts, await findCoinChanges(reading, span, paid))
    return { ...explained, transactions: [...own, ...explained.transactions] }
  } catch (error) {
    if (!(error instanceof NoState)) throw error
    const part = { low: span.base + 1, high: span.high }
    return {
      ...nothing,
      lacks: [
        { lack: 'coin', ...part },
        { lack: 'payouts', ...part },
      ],
    }
  }
}

async function toEntries(
  { account }: Reading,
  facts: Facts,
  all: readonly Mined[],
  { logged, coin }: { readonly logged: ReadonlyMap<Hex, Logged>; readonly coin: CoinFound['coin'] },
): Promise<readonly Entry[]> {
  // A log already proves that its transaction succeeded, so others' transactions need a receipt only for their coin.
  const receipts = await facts.receipts(
    all.filter(({ from, to, value }) => from === account || (to === account && value > 0n)),
  )
  const untimed = all.filter(({ hash }) => logged.get(hash)?.minedAt === undefined)
  const headers = await facts.headers(untimed.map(({ blockNumber }) => blockNumber))
  return all.flatMap((transaction) => {
    const { hash, blockHash, blockNumber, transactionIndex } = transaction
    const own = logged.get(hash)
    const header = headers.get(blockNumber)
    if (header !== undefined && header.hash !== blockHash) throw new NodeError('the chain changed')
    const timestamp = own?.minedAt ?? header?.timestamp ?? 0
    return entriesOf(
      {
        block: { number: blockNumber, hash: blockHash, timestamp },
        transaction,
        index: transactionIndex,
        logs: own?.logs ?? [],
        coin: coin.get(hash) ?? [],
        accounts: [account],
      },
      receipts.get(hash),
    ).map(({ entry }) => entry)
  })
}
