import type { Transaction } from '../../../protocol/entities/Transaction.js'

/**
 * Transactions by the month they were mined in, as the visitor's calendar has it; the year where it is not this one.
 *
 * @param now Epoch milliseconds.
 */
export function byMonth(
  transactions: readonly Transaction[],
  locale: string,
  now: number,
): readonly { readonly month: string; readonly entries: readonly Transaction[] }[] {
  const thisYear = new Date(now).getFullYear()
  const short = new Intl.DateTimeFormat(locale, { month: 'long' })
  const long = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
  const groups = new Map<string, Transaction[]>()
  for (const transaction of transactions) {
    const time = new Date(transaction.metadata.minedAt)
    const month = (time.getFullYear() === thisYear ? short : long).format(time)
    const entries = groups.get(month)
    if (entries === undefined) groups.set(month, [transaction])
    else entries.push(transaction)
  }
  return [...groups].map(([month, entries]) => ({ month, entries }))
}
