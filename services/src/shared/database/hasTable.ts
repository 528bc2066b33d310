import { type Kysely, sql } from 'kysely'

/** Whether a SQLite file has a table: what an older version of the services may have left there. */
export async function hasTable(database: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${name}`.execute(
    database,
  )
  return rows.length > 0
}
