import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import type { CaipNetworkId } from 'latchkey/protocol'
import Database from 'libsql'
import { Pool } from 'pg'
import { type AuthStore, hashOf } from './AuthStore.js'

export declare namespace openAuthStore {
  type Options = {
    /** Epoch milliseconds. */
    readonly now: () => number
    /** Milliseconds for which a nonce may be used, and a session lives. */
    readonly nonceLifetime: number
    readonly sessionLifetime: number
  }
  /** One of them; without, everything is in memory. */
  type Place = {
    /** A PostgreSQL database, which several processes may share. */
    readonly databaseUrl?: string | undefined
    /** Where SQLite's file is. */
    readonly directory?: string | undefined
    /** Hears of connections that broke. */
    readonly onTrouble?: ((error: Error) => void) | undefined
  }
}

/** One store on PostgreSQL or SQLite: the statements are the same. */
export async function openAuthStore(
  place: openAuthStore.Place,
  { now, nonceLifetime, sessionLifetime }: openAuthStore.Options,
): Promise<AuthStore> {
  const database = new Kysely<Tables>({ dialect: dialectOf(place) })
  try {
    await createTables(database, place)
  } catch (error) {
    await database.destroy()
    throw error
  }

  return {
    nonces: {
      async add(nonce, binding = '') {
        await database.deleteFrom('auth_nonces').where('expires_at', '<=', now()).execute()
        const row = { nonce, binding, expires_at: now() + nonceLifetime }
        await database.insertInto('auth_nonces').values(row).execute()
      },
      async consume(nonce, binding = '') {
        // One statement, so that of two uses at once only one finds the row.
        const row = await database
          .deleteFrom('auth_nonces')
          .where('nonce', '=', nonce)
          .returning(['binding', 'expires_at'])
          .executeTakeFirst()
        return row !== undefined && row.binding === binding && Number(row.expires_at) > now()
      },
    },
    async open(sessions, binding) {
      await database.deleteFrom('auth_sessions').where('expires_at', '<=', now()).execute()
      const opened = sessions.map((session) => ({ session, token: randomBytes(32).toString('base64url') }))
      const rows = opened.map(({ session, token }) => ({
        token_hash: hashOf(token),
        address: session.address,
        chain_id: session.chainId,
        binding,
        expires_at: now() + sessionLifetime,
      }))
      await database.insertInto('auth_sessions').values(rows).execute()
      return opened.map(({ token }) => token)
    },
    find: (token, binding) =>
      database
        .selectFrom('auth_sessions')
        .select(['address', 'chain_id as chainId'])
        .where('token_hash', '=', hashOf(token))
        .where('binding', '=', binding)
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    async revoke(token) {
      await database.deleteFrom('auth_sessions').where('token_hash', '=', hashOf(token)).execute()
    },
    close: () => database.destroy(),
  }
}

type Tables = {
  auth_nonces: {
    readonly nonce: string
    readonly binding: string
    /** Epoch milliseconds, here and below; PostgreSQL's driver gives such a number as a text. */
    readonly expires_at: number
  }
  auth_sessions: {
    readonly token_hash: string
    readonly address: string
    readonly chain_id: CaipNetworkId
    readonly binding: string
    readonly expires_at: number
  }
}

const schema = [
  sql`CREATE TABLE IF NOT EXISTS auth_nonces (
    nonce TEXT PRIMARY KEY, binding TEXT NOT NULL, expires_at BIGINT NOT NULL
  )`,
  sql`CREATE INDEX IF NOT EXISTS auth_nonces_by_time ON auth_nonces (expires_at)`,
  sql`CREATE TABLE IF NOT EXISTS auth_sessions (
    token_hash TEXT PRIMARY KEY, address TEXT NOT NULL, chain_id TEXT NOT NULL, binding TEXT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  sql`CREATE INDEX IF NOT EXISTS auth_sessions_by_time ON auth_sessions (expires_at)`,
]

async function createTables(database: Kysely<Tables>, { databaseUrl }: openAuthStore.Place): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // PostgreSQL's `IF NOT EXISTS` fails where two processes start at once: one waits for the other. The number is ours.
    if (databaseUrl !== undefined) await sql`SELECT pg_advisory_xact_lock(7221001)`.execute(transaction)
    for (const statement of schema) await statement.execute(transaction)
  })
}

function dialectOf({ databaseUrl, directory, onTrouble = () => {} }: openAuthStore.Place): Dialect {
  if (databaseUrl !== undefined) {
    const pool = new Pool({
      connectionString: databaseUrl,
      max: 10,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      idleTimeoutMillis: 30_000,
    })
    // Unheard, a connection that breaks would end the process; the next statement opens another.
    pool.on('error', onTrouble)
    pool.on('connect', (client) => void client.on('error', onTrouble))
    return new PostgresDialect({ pool })
  }
  if (directory === undefined) return new SqliteDialect({ database: new Database(':memory:') })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = new Database(join(directory, 'auth.db'))
  database.exec('PRAGMA journal_mode = WAL')
  return new SqliteDialect({ database })
}
