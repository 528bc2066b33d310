import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { schema, schemaVersion } from './schema.js'

type Value = string | number | null

/** A prepared statement; it runs at once, on this thread. */
export type Statement = {
  run(...values: Value[]): { readonly changes: number }
  get(...values: Value[]): unknown
}

/** A statement of many rows. */
export type Query = { all(...values: Value[]): unknown[] }

export type SqliteFile = {
  /** For writing; statements run on this thread, and `commit` elsewhere: only it waits for the disk. */
  readonly writer: {
    prepare(sql: string): Promise<Statement>
    begin(): void
    commit(): Promise<void>
    rollback(): Promise<void>
  }
  /** For reading; sees what has been committed, also while a commit is under way. */
  readonly reader: { prepare(sql: string): Query & Statement }
  close(): Promise<void>
}

/**
 * Opens a file of mailboxes, and creates it if it is not there.
 *
 * Write-ahead log with `synchronous=FULL`: a commit has reached the disk, not only the operating system.
 */
export async function openSqliteFile(path: string, maximumBytes: number): Promise<SqliteFile> {
  const writer = new AsyncDatabase(path, {})
  const execute = (sql: string): Promise<void> => writer.exec(sql)
  await execute('PRAGMA journal_mode = WAL')
  await execute('PRAGMA synchronous = FULL')
  await execute('PRAGMA journal_size_limit = 67108864')
  const version = await readPragma(writer, 'user_version')
  if (version > schemaVersion) {
    throw new Error(
      `${path} was written by a newer version of the relay (${version}, known is ${schemaVersion}).`,
    )
  }
  await execute(schema)
  await execute(`PRAGMA user_version = ${schemaVersion}`)
  const pageSize = await readPragma(writer, 'page_size')
  await execute(`PRAGMA max_page_count = ${Math.ceil(maximumBytes / pageSize)}`)

  const begin: Statement = await writer.prepare('BEGIN IMMEDIATE')
  const reader = new Database(path)
  reader.exec('PRAGMA query_only = 1')

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
      await execute('PRAGMA wal_checkpoint(TRUNCATE)')
      writer.close()
    },
  }
}

async function readPragma(database: AsyncDatabase, name: string): Promise<number> {
  const statement = await database.prepare(`PRAGMA ${name}`)
  return Number(statement.get()[name])
}
