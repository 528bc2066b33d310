import { sql, type Transaction } from 'kysely'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { OpenedDatabase } from '../../shared/database/openDatabase.js'
import type { HistoryTables } from './historyTables.js'

export type HistoryDatabase = OpenedDatabase<HistoryTables>
export type HistoryTransaction = Transaction<HistoryTables>

/**
 * Changes what is known of a chain, whole or not at all. Two processes take turns; each step sees what those before it
 * have left.
 */
export function changeChain<value>(
  { database, kind }: HistoryDatabase,
  chain: CaipNetworkId,
  work: (transaction: HistoryTransaction) => Promise<value>,
): Promise<value> {
  return database.transaction().execute(async (transaction) => {
    // The first number is ours. SQLite's file belongs to one process, whose transactions take turns anyway.
    if (kind === 'postgres')
      await sql`SELECT pg_advisory_xact_lock(7221002, hashtext(${chain}))`.execute(transaction)
    return work(transaction)
  })
}

/** A list in parts that one statement takes: databases count its values. */
export function chunksOf<item>(items: readonly item[]): readonly item[][] {
  return Array.from({ length: Math.ceil(items.length / chunk) }, (_, index) =>
    items.slice(index * chunk, (index + 1) * chunk),
  )
}

const chunk = 500
