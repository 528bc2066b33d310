import type { Entry, Hex } from '../Entry.js'
import { type Mined, WrongAnswer } from '../nodeAnswers.js'
import { entriesOf } from '../toEntries.js'
import type { CoinFound } from './explainCoin.js'
import { createFacts, type Facts } from './facts.js'
import type { Gap } from './gaps.js'
import { readIndexedCoin } from './indexedCoin.js'
import { unseenCoin } from './indexWitness.js'
import { type Logged, loggedIn } from './logs.js'
import type { Span } from './ownTransactions.js'
import type { Reading } from './Reading.js'
import { NoState } from './state.js'
import { readStateCoin } from './stateCoin.js'

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
  const byLogs = await facts.transactions([...logged.values()])
  for (const { hash, blockHash } of byLogs)
    if (logged.get(hash)?.blockHash !== blockHash) throw new WrongAnswer('the chain changed')
  // Block 0 has no transactions.
  const span = { base: Math.max(low - 1, 0), high }
  const { transactions, lacks, ...coin } =
    span.base < high ? await readCoin(reading, facts, span, byLogs) : nothing
  const all = new Map([...byLogs, ...transactions].map((one) => [one.hash, one]))
  const { entries, unproven } = await toEntries(reading, facts, [...all.values()], { logged, ...coin })
  const lowTime = (await facts.headers([low])).get(low)?.timestamp ?? 0
  const known = [...lacks, ...unproven]
  const isWhole = coin.isIndexed === true && known.every(({ lack }) => lack === 'fees')
  const unseen = isWhole ? await unseenCoin(reading, span, entries) : []
  return { low, high, lowTime, entries, lacks: [...known, ...unseen] }
}

type Found = CoinFound & { readonly isIndexed?: true | undefined }

const nothing: Found = { transactions: [], coin: new Map(), lacks: [] }

/** Finds the transactions that logs do not show, in the best way that the node offers. */
async function readCoin(reading: Reading, facts: Facts, span: Span, known: readonly Mined[]): Promise<Found> {
  const indexed = await readIndexedCoin(reading, facts, span)
  if (indexed !== undefined) return { ...indexed, isIndexed: true }
  try {
    return await readStateCoin(reading, facts, span, known)
  } catch (error) {
    if (!(error instanceof NoState)) throw error
    const part = { low: span.base + 1, high: span.high, needs: 'state' as const }
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
  {
    logged,
    coin,
    proven,
  }: Pick<CoinFound, 'coin' | 'proven'> & { readonly logged: ReadonlyMap<Hex, Logged> },
): Promise<{ readonly entries: readonly Entry[]; readonly unproven: readonly Gap[] }> {
  // A log already proves that its transaction succeeded, so others' transactions need a receipt only for their coin.
  const doubted = all.filter(
    ({ hash, from, to, value }) =>
      from === account || (to === account && value > 0n && proven?.has(hash) !== true),
  )
  const receipts = await facts.receiptsIfAny(doubted)
  const without = doubted.filter(({ hash }) => !receipts.has(hash))
  // Without a receipt and a log, nothing tells whether it succeeded.
  const unclear = new Set(without.filter(({ hash }) => !logged.has(hash)).map(({ hash }) => hash))
  const unproven = without.map(
    ({ hash, blockNumber }): Gap => ({
      lack: unclear.has(hash) ? 'coin' : 'fees',
      low: blockNumber,
      high: blockNumber,
      needs: 'logs',
    }),
  )
  const clear = all.filter(({ hash }) => !unclear.has(hash))
  const untimed = clear.filter(({ hash }) => logged.get(hash)?.minedAt === undefined)
  const headers = await facts.headers(untimed.map(({ blockNumber }) => blockNumber))
  const entries = clear.flatMap((transaction) => {
    const { hash, blockHash, blockNumber, transactionIndex } = transaction
    const own = logged.get(hash)
    const header = headers.get(blockNumber)
    if (header !== undefined && header.hash !== blockHash) throw new WrongAnswer('the chain changed')
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
  return { entries, unproven }
}
