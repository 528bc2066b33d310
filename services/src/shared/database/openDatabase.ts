import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import Database from 'libsql'
import { Pool, types } from 'pg'
import { checkDisk, type Health } from '../health.js'
import { messageOf } from '../log.js'
import { guardPool } from './guardPool.js'
import { type DatabaseKind, type Migration, migrate } from './migrate.js'

export declare namespace openDatabase {
  /** Set one of the two; without either the tables are in memory. */
  type Place = {
    /** A PostgreSQL database, which several processes may share. */
    readonly databaseUrl?: string | undefined
    /** The directory of SQLite's file. */
    readonly directory?: string | undefined
    /** Called when a connection breaks. */
    readonly onTrouble?: ((error: Error) => void) | undefined
    /** Where the database, or the disk of its file, is added to the parts that the services need. */
    readonly health?: Pick<Health, 'add'> | undefined
  }
  type Store = {
    /** The store's name: of its file, and in the table of versions. */
    readonly name: string
    readonly migrations: readonly Migration[]
    /** Whether losing the last writes in an operating system crash is acceptable, because they can be read again. */
    readonly canBeReadAgain?: boolean | undefined
  }
}

export type OpenedDatabase<tables> = { readonly database: Kysely<tables>; readonly kind: DatabaseKind }

/**
 * Opens a store's tables on PostgreSQL or SQLite and brings them to the current version. Whole numbers are read as
 * numbers on both.
 *
 * @throws `NewerSchemaError`, `DatabaseUnreachableError`
 */
export async function openDatabase<tables>(
  place: openDatabase.Place,
  store: openDatabase.Store,
): Promise<OpenedDatabase<tables>> {
  const kind = place.databaseUrl === undefined ? 'sqlite' : 'postgres'
  const database = new Kysely<tables>({ dialect: dialectOf(place, store) })
  try {
    await migrate(database, { kind, store: store.name, migrations: store.migrations })
  } catch (error) {
    await database.destroy()
    throw error
  }
  const { health, directory } = place
  if (kind === 'postgres') health?.add('database', () => sql`SELECT 1`.execute(database))
  else if (directory !== undefined) health?.add('disk', () => checkDisk(directory))
  return { database, kind }
}

function dialectOf(
  { databaseUrl, directory, onTrouble = () => {} }: openDatabase.Place,
  { name, canBeReadAgain = false }: openDatabase.Store,
): Dialect {
  if (databaseUrl !== undefined) {
    const pool = new Pool({
      connectionString: databaseUrl,
      max: 10,
      connectionTimeoutMillis: 5_000,
      // The server cancels a statement before the client gives up, so that the connection can be reused.
      statement_timeout: 5_000,
      query_timeout: 6_000,
      idle_in_transaction_session_timeout: 15_000,
      idleTimeoutMillis: 30_000,
      types: {
        getTypeParser: (type, format) => (type === int8 ? Number : types.getTypeParser(type, format)),
      },
    })
    // Without a listener a broken connection would end the process; the next statement opens a new one.
    pool.on('error', onTrouble)
    pool.on('connect', (client) => void client.on('error', onTrouble))
    return new PostgresDialect({ pool: guardPool(pool) })
  }
  if (directory === undefined) return sqliteDialect(new Database(':memory:'))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = new Database(join(directory, `${name}.db`))
  // What is deleted is overwritten, so that it is not left in free pages of the file.
  database.exec(
    `PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON; PRAGMA synchronous = ${canBeReadAgain ? 'NORMAL' : 'FULL'}`,
  )
  return sqliteDialect(database)
}

/** A full disk makes SQLite itself roll back; that there is nothing left to roll back must not hide the disk's error. */
function sqliteDialect(database: Database.Database): Dialect {
  const dialect = new SqliteDialect({ database })
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (own) => dialect.createIntrospector(own),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const rollBack = driver.rollbackTransaction.bind(driver)
      driver.rollbackTransaction = (connection) =>
        rollBack(connection).catch((error: unknown) => {
          if (!/no transaction is active/.test(messageOf(error))) throw error
        })
      return driver
    },
  }
}

/** PostgreSQL's number for `BIGINT`, which its driver gives as a text: ours all fit into a number. */
const int8 = 20
