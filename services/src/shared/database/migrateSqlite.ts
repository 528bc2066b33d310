import { Kysely, SqliteDialect } from 'kysely'
import type Database from 'libsql'
import { type Migration, migrate } from './migrate.js'

/**
 * Brings an open SQLite database to the current version, for stores that use it without a query builder.
 *
 * @param store The store's name in the table of versions.
 * @throws `NewerSchemaError`
 */
export async function migrateSqlite(
  database: Database.Database,
  { store, migrations }: { readonly store: string; readonly migrations: readonly Migration[] },
): Promise<void> {
  // Not destroyed, because that would close the database.
  const typed = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  await migrate(typed, { kind: 'sqlite', store, migrations })
}
