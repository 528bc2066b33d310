import type { Transaction } from '../../../protocol/entities/Transaction.js'

/** Transactions by the month they were mined in, as the visitor's calendar has it; the year where it is not this one. */
export function byMonth(
  transactions: readonly Transaction[],
  locale: string,
  now: Date = new Date(),
): readonly { readonly month: string; readonly entries: readonly Transaction[] }[] {
  const groups = new Map<string, Transaction[]>()
  for (const transaction of transactions) {
    const time = new Date(transaction.metadata.minedAt)
    const isThisYear = time.getFullYear() === now.getFullYear()
    const format = new Intl.DateTimeFormat(locale, {
      month: 'long',
      ...(isThisYear ? {} : { year: 'numeric' }),
    })
    const month = format.format(time)
    groups.set(month, [...(groups.get(month) ?? []), transaction])
  }
  return [...groups].map(([month, entries]) => ({ month, entries }))
}
