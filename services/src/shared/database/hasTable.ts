import { type Kysely, sql } from 'kysely'

/** Returns whether a SQLite file has a table that an older version may have created. */
export async function hasTable(database: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${name}`.execute(
    database,
  )
  return rows.length > 0
}
