import { type Kysely, sql } from 'kysely'

export type DatabaseKind = 'sqlite' | 'postgres'

/** One step that brings a schema from one version to the next. */
export type Migration = (database: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/** Newer code has written the database, so this code does not know its tables. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/**
 * Brings one store's tables to the current version in one transaction. A store's version is the number of its
 * migrations that have run; a released migration never changes.
 *
 * @throws {NewerSchemaError}
 */
export async function migrate<tables>(
  database: Kysely<tables>,
  {
    kind,
    store,
    migrations,
  }: { readonly kind: DatabaseKind; readonly store: string; readonly migrations: readonly Migration[] },
): Promise<void> {
  await database.transaction().execute(async (typed) => {
    const transaction = typed as unknown as Kysely<VersionTables>
    // PostgreSQL's `IF NOT EXISTS` fails if two processes start at once, so one waits for the other. The number is an
    // arbitrary lock id.
    if (kind === 'postgres') await sql`SELECT pg_advisory_xact_lock(7221001)`.execute(transaction)
    await transaction.schema
      .createTable('latchkey_schema')
      .ifNotExists()
      .addColumn('store', 'text', (column) => column.primaryKey())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .execute()
    const row = await transaction
      .selectFrom('latchkey_schema')
      .select('version')
      .where('store', '=', store)
      .executeTakeFirst()
    const version = Number(row?.version ?? 0)
    if (version > migrations.length)
      throw new NewerSchemaError(
        `The tables of "${store}" were written by a newer version of the services (schema ${version}, known is ${migrations.length}). Start that version, or name another database or data directory.`,
      )
    if (version === migrations.length) return
    for (const step of migrations.slice(version)) await step(transaction as unknown as Kysely<unknown>, kind)
    await transaction
      .insertInto('latchkey_schema')
      .values({ store, version: migrations.length })
      .onConflict((conflict) => conflict.column('store').doUpdateSet({ version: migrations.length }))
      .execute()
  })
}

type VersionTables = { latchkey_schema: { readonly store: string; readonly version: number } }
