import type { Hex } from '../Entry.js'
import type { Mined, Receipt } from '../nodeAnswers.js'
import { selectorOf } from '../selectorOf.js'
import { feeOf } from '../toEntries.js'
import type { Span } from './ownTransactions.js'
import { type Reading, TooFull } from './Reading.js'
import { readBalances } from './state.js'

/** A block in which the account's balance changed by an amount that its own transactions do not explain. */
export type Unexplained = { readonly block: number; readonly units: bigint }

/**
 * Searches the blocks in which others changed the account's balance. Coin leaves an account only by its own
 * transactions, so the balance plus what those cost never falls: where it is equal at both ends of a range, nothing
 * happened in between, and a search by halves finds each rise.
 *
 * @param own All transactions of the account in the span, with their receipts.
 * @throws `NoState`, `TooFull`, `NodeError`, `BudgetSpent`
 */
export async function findCoinChanges(
  reading: Reading,
  { base, high }: Span,
  own: readonly { readonly transaction: Mined; readonly receipt: Receipt }[],
): Promise<readonly Unexplained[]> {
  const costs = own.map(({ transaction, receipt }) => ({
    block: transaction.blockNumber,
    units: costOf(transaction, receipt, reading.account),
  }))
  /** The blocks of calls that may have paid the account: the likeliest places of a rise. */
  const likely = own
    .filter(({ transaction: { input }, receipt: { status } }) => selectorOf(input) !== '0x' && status === 1n)
    .map(({ transaction }) => transaction.blockNumber)

  async function sums(blocks: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
    const balances = await readBalances(reading, blocks)
    return new Map(
      blocks.map((block, index) => [
        block,
        costs.reduce((sum, cost) => (cost.block <= block ? sum + cost.units : sum), balances[index] ?? 0n),
      ]),
    )
  }

  const most = reading.session.mostChanges
  const found: Unexplained[] = []
  let open = knownParts(reading, { base, high })
  while (open.length > 0) {
    const known = await sums([...new Set(open.flatMap((span) => [span.base, span.high]))])
    const rise = (span: Span) => (known.get(span.high) ?? 0n) - (known.get(span.base) ?? 0n)
    const changed = open.filter((span) => rise(span) !== 0n)
    for (const span of changed) {
      if (span.high - span.base === 1) found.push({ block: span.high, units: rise(span) })
    }
    const wide = changed.filter((span) => span.high - span.base > 1)
    if (found.length + wide.length > most) {
      // The newest rises; the ends of their parts have been read.
      const places = [...found.map(({ block }) => block), ...wide.map((span) => span.base + 1)].sort(
        (a, b) => a - b,
      )
      throw new TooFull(places.at(-most) ?? high)
    }
    open = wide.flatMap((span) => split(span, likely))
  }
  return found
}

/** Returns the parts of a span between the blocks whose balances are known, so that no search begins anew. */
function knownParts({ session }: Reading, { base, high }: Span): readonly Span[] {
  const known = [...session.balances.keys()].filter((block) => block > base && block < high)
  const ends = [...known, high].sort((left, right) => left - right)
  return ends.map((end, index) => ({ base: ends[index - 1] ?? base, high: end }))
}

function split(span: Span, likely: readonly number[]): readonly Span[] {
  const block = likely.find((one) => one > span.base && one <= span.high)
  const middle =
    block === undefined
      ? Math.floor((span.base + span.high) / 2)
      : block - 1 > span.base
        ? block - 1
        : Math.min(block, span.high - 1)
  return [
    { base: span.base, high: middle },
    { base: middle, high: span.high },
  ]
}

function costOf({ value, to }: Mined, receipt: Receipt, account: Hex): bigint {
  return feeOf(receipt) + (receipt.status === 1n && to !== account ? value : 0n)
}
