import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from './migrate.js'

/**
 * Moves what was written into SQLite's file and empties the log beside it, which still has the rows that were just deleted. While another
 * process reads, part of the log stays until the next call. PostgreSQL keeps its log elsewhere and for its own time.
 */
export async function emptyWal<tables>(database: Kysely<tables>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database)
}
