import { coinOf } from '../coinOf.js'
import type { Entry } from '../Entry.js'
import type { Mined } from '../nodeAnswers.js'
import type { Gap } from './gaps.js'
import type { Span } from './ownTransactions.js'
import type { Reading } from './Reading.js'
import { NoState, readBalances, readCode, readNonces } from './state.js'

/**
 * Holds what an index told of a span against the account's states. An index that is not built, or that lags, tells of
 * nothing and reports no error.
 *
 * - The nonce of an account without code counts its transactions, so the index must know as many.
 * - Where the index knows no transaction, the balance must not have changed. Where the node keeps no states, nothing
 *   shows that there was none.
 *
 * @throws `NodeError`, `BudgetSpent`
 */
export async function isWitnessed(
  reading: Reading,
  { base, high }: Span,
  transactions: readonly Mined[],
): Promise<boolean> {
  const isEmpty = transactions.length === 0
  try {
    if (isEmpty && (await isUnused(reading, { base, high }))) return true
    const [end = 0, start = 0] = await readNonces(reading, [high, base])
    const own = transactions.filter(({ from }) => from === reading.account).length
    if (end - start > own && (await readCode(reading, high)) === 'none') return false
    if (!isEmpty) return true
    const [after, before] = await readBalances(reading, [high, base])
    return after === before
  } catch (error) {
    if (error instanceof NoState) return !isEmpty
    throw error
  }
}

/** An account without transactions and coin had none earlier either, so nothing needs to be asked further down. */
export async function isUnused(reading: Reading, { base, high }: Span): Promise<boolean> {
  const [[nonce], [balance]] = [await readNonces(reading, [high]), await readBalances(reading, [high])]
  if (nonce !== 0 || balance !== 0n) return false
  reading.session.nonces.set(base, 0)
  reading.session.balances.set(base, 0n)
  return true
}

/**
 * What is lacking of a span that an index told of, where the account holds more than its entries explain: withdrawals of
 * validators and rewards of blocks are in no transaction, and in no index.
 *
 * @throws `NodeError`, `BudgetSpent`
 */
export async function unseenCoin(
  reading: Reading,
  { base, high }: Span,
  entries: readonly Entry[],
): Promise<readonly Gap[]> {
  try {
    const [after = 0n, before = 0n] = await readBalances(reading, [high, base])
    const isSeen = after - before <= coinOf(entries, reading.account)
    return isSeen ? [] : [{ lack: 'payouts', low: base + 1, high, needs: 'never' }]
  } catch (error) {
    if (error instanceof NoState) return []
    throw error
  }
}
