import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { isDiskFull } from '../../shared/database/isDiskFull.js'
import { migrateSqlite } from '../../shared/database/migrateSqlite.js'
import { relayMigrations } from './relayMigrations.js'

type Value = string | number | null

/** A prepared statement; it runs synchronously on this thread. */
type Statement = {
  run(...values: Value[]): { readonly changes: number }
  get(...values: Value[]): unknown
}

/** A statement that returns rows. */
type Query = { all(...values: Value[]): unknown[] }

export type SqliteFile = {
  /** For writing. Statements run on this thread; only `commit` waits for the disk, on another one. */
  readonly writer: {
    prepare(sql: string): Promise<Statement>
    begin(): void
    commit(): Promise<void>
    rollback(): Promise<void>
  }
  /** For reading committed data, also during a commit. */
  readonly reader: { prepare(sql: string): Query & Statement }
  close(): Promise<void>
}

/**
 * Opens a file of mailboxes, creating it if necessary.
 *
 * Uses a write-ahead log with `synchronous=FULL`: a commit has reached the disk, not just the operating system.
 *
 * @throws `NewerSchemaError`
 */
export async function openSqliteFile(path: string, maximumBytes: number): Promise<SqliteFile> {
  const writer = new AsyncDatabase(path, {})
  const execute = (sql: string): Promise<void> => writer.exec(sql)
  await execute('PRAGMA journal_mode = WAL')
  await execute('PRAGMA synchronous = FULL')
  await execute('PRAGMA journal_size_limit = 67108864')
  const reader = new Database(path)
  try {
    await migrateSqlite(reader, { store: 'relay', migrations: relayMigrations })
  } catch (error) {
    reader.close()
    writer.close()
    throw error
  }
  reader.exec('PRAGMA query_only = 1')
  const pageSize = await readPragma(writer, 'page_size')
  await execute(`PRAGMA max_page_count = ${Math.ceil(maximumBytes / pageSize)}`)

  const begin: Statement = await writer.prepare('BEGIN IMMEDIATE')

  return {
    writer: {
      prepare: (sql) => writer.prepare(sql),
      begin: () => {
        begin.run()
      },
      commit: () => execute('COMMIT'),
      rollback: () => execute('ROLLBACK'),
    },
    reader: { prepare: (sql) => reader.prepare<Value[]>(sql) },
    async close() {
      reader.close()
      await execute('PRAGMA wal_checkpoint(TRUNCATE)').catch((error: unknown) => {
        // On a full disk the log stays as it is, and is read at the next start.
        if (!isDiskFull(error)) throw error
      })
      writer.close()
    },
  }
}

async function readPragma(database: AsyncDatabase, name: string): Promise<number> {
  const statement = await database.prepare(`PRAGMA ${name}`)
  return Number(statement.get()[name])
}
