import { sql, type Transaction } from 'kysely'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { OpenedDatabase } from '../../shared/database/openDatabase.js'
import type { HistoryTables } from './historyTables.js'

export type HistoryDatabase = OpenedDatabase<HistoryTables>
export type HistoryTransaction = Transaction<HistoryTables>

/**
 * Changes a chain's state in one transaction. Processes take turns, so each change sees the results of those before it.
 */
export function changeChain<value>(
  { database, kind }: HistoryDatabase,
  chain: CaipNetworkId,
  work: (transaction: HistoryTransaction) => Promise<value>,
): Promise<value> {
  return database.transaction().execute(async (transaction) => {
    // The first number is an arbitrary lock id of this store. SQLite's file belongs to one process, whose transactions
    // run one at a time.
    if (kind === 'postgres')
      await sql`SELECT pg_advisory_xact_lock(7221002, hashtext(${chain}))`.execute(transaction)
    return work(transaction)
  })
}

/** Splits a list so that each part fits into one statement: databases limit the number of values. */
export function chunksOf<item>(items: readonly item[]): readonly item[][] {
  return Array.from({ length: Math.ceil(items.length / chunk) }, (_, index) =>
    items.slice(index * chunk, (index + 1) * chunk),
  )
}

const chunk = 500
