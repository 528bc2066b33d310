import type { Transaction } from '../../../protocol/entities/Transaction.js'

/**
 * Groups transactions by the month in which they were mined, in the visitor's time zone. The month's name includes the
 * year if it is not the current one.
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
