import type { Hex, Movement } from '../Entry.js'
import { mayPay } from '../internalCoin.js'
import type { Block, Mined } from '../nodeAnswers.js'
import { selectorOf } from '../selectorOf.js'
import { hasPlainFee } from '../toEntries.js'
import type { Unexplained } from './coinChanges.js'
import { type Facts, transactionsIn } from './facts.js'
import type { Gap } from './gaps.js'
import type { AccountCode, Reading } from './Reading.js'
import { simulatedPayers } from './simulatedPayers.js'

/** Transactions that concern an account's coin, and what contracts paid in them, by hash. */
export type CoinFound = {
  readonly transactions: readonly Mined[]
  readonly coin: ReadonlyMap<Hex, readonly Movement[]>
  /** Transactions of others that have succeeded, as the balance shows. */
  readonly proven?: ReadonlySet<Hex> | undefined
  /** What could not be found in these blocks. */
  readonly lacks: readonly Gap[]
}

/**
 * Finds who changed the account's balance: transactions that sent it coin, else the traces of the block, else who pays
 * exactly that in a simulation of the one call that the account made in it. Anything else is not shown, and said to be
 * lacking.
 *
 * @param code Others may spend the coin of an account with code in the same block, so nothing is concluded for it.
 * @throws `NodeError`, `BudgetSpent`
 */
export async function explainCoin(
  reading: Reading,
  facts: Facts,
  changes: readonly Unexplained[],
  code: AccountCode,
): Promise<CoinFound> {
  const blocks = await facts.blocks(changes.map(({ block }) => block))
  const parts: CoinFound[] = []
  for (const [index, block] of blocks.entries())
    parts.push(await explain(reading, facts, { block, units: changes[index]?.units ?? 0n, code }))
  return {
    proven: new Set(parts.flatMap(({ proven = [] }) => [...proven])),
    transactions: parts.flatMap(({ transactions }) => transactions),
    coin: new Map(parts.flatMap(({ coin }) => [...coin])),
    lacks: parts.flatMap(({ lacks }) => lacks),
  }
}

const nothing: CoinFound = { transactions: [], coin: new Map(), lacks: [] }

type Change = { readonly block: Block; readonly units: bigint; readonly code: AccountCode }

async function explain(reading: Reading, facts: Facts, { block, units, code }: Change): Promise<CoinFound> {
  const { account } = reading
  const transactions = transactionsIn(block, account)
  const paid = transactions.reduce((sum, { value }) => sum + value, 0n)
  // The balance rose by exactly what they sent, so all of them succeeded.
  if (
    code === 'none' &&
    units === paid &&
    units > 0n &&
    transactions.every(({ from, to }) => from !== account && to === account)
  )
    return { ...nothing, transactions, proven: new Set(transactions.map(({ hash }) => hash)) }
  const receipts = await facts.receipts(transactions)
  const isDone = ({ hash }: Mined) => receipts.get(hash)?.status === 1n
  const sent = transactions
    .filter((one) => one.from !== account && one.to === account && isDone(one))
    .reduce((sum, { value }) => sum + value, 0n)
  const withdrawn = (block.withdrawals ?? [])
    .filter(({ address }) => address === account)
    .reduce((sum, { amount }) => sum + amount * 1_000_000_000n, 0n)
  const rest = units - sent - withdrawn
  // No transaction shows a withdrawal, so no entry can.
  const explained = {
    ...nothing,
    transactions,
    lacks: withdrawn > 0n ? [withdrawalLackIn(block.number)] : [],
  }
  if (rest === 0n) return explained

  const traced = await traceBlock(reading, block)
  if (traced !== undefined) {
    const known = new Set(transactions.map(({ hash }) => hash))
    const others = await facts.transactions(
      [...traced.keys()].filter((hash) => !known.has(hash)).map((hash) => ({ hash, block: block.number })),
    )
    // Some nodes answer with a part of the traces, or with none.
    const isAll = sumOf(traced, account) === rest
    const lacks = isAll ? explained.lacks : [...explained.lacks, payoutsLackIn(block.number)]
    return { transactions: [...transactions, ...others], coin: traced, lacks }
  }
  const [call, ...more] = transactions.filter((one) =>
    mayPay(account, {
      ...one,
      block: block.number,
      status: isDone(one) ? 'confirmed' : 'failed',
      selector: selectorOf(one.input),
    }),
  )
  // Other types of transactions mint coin, or pay their fee in tokens.
  const isPlain = transactions.every(({ from, type }) => from !== account || hasPlainFee(type))
  const isOnly =
    isPlain && call !== undefined && more.length === 0 && withdrawn === 0n && block.miner !== account
  if (rest < 0n || code !== 'none' || !isOnly || call.to === null)
    return { ...explained, lacks: [...explained.lacks, payoutsLackIn(block.number)] }
  const [payer, ...otherPayers] = (await simulatedPayers(reading, block, call)) ?? []
  // Somebody else's transaction in this block may have paid all of it, or a part.
  if (payer === undefined || otherPayers.length > 0 || payer[1] !== rest)
    return { ...explained, lacks: [...explained.lacks, payoutsLackIn(block.number)] }
  const [from] = payer
  const movement: Movement = { standard: 'native', units: String(rest), from, to: account, isConcluded: true }
  return { ...explained, coin: new Map([[call.hash, [movement]]]) }
}

/** What is lacking where coin came from contracts, and no trace tells which. */
export function payoutsLackIn(block: number): Gap {
  return { lack: 'payouts', low: block, high: block, needs: 'traces' }
}

/** A withdrawal of the consensus layer belongs to no transaction, whatever the node has. */
function withdrawalLackIn(block: number): Gap {
  return { lack: 'payouts', low: block, high: block, needs: 'never' }
}

/** Returns by how much traced movements raised the account's balance. */
function sumOf(coin: ReadonlyMap<Hex, readonly Movement[]>, account: Hex): bigint {
  return [...coin.values()]
    .flat()
    .reduce(
      (sum, { from, to, units }) =>
        sum + (to === account ? BigInt(units) : 0n) - (from === account ? BigInt(units) : 0n),
      0n,
    )
}

async function traceBlock({ traces, nodes, account, signal }: Reading, block: Block) {
  if (traces === undefined || block.transactions.length === 0) return undefined
  const traced = await traces.of([block], new Set([account]), signal, nodes)
  return traced.get(block.number)
}
