import { sql } from 'kysely'
import type { CaipNetworkId } from 'latchkey/protocol'
import { hasTable } from '../shared/database/hasTable.js'
import type { Migration } from '../shared/database/migrate.js'

export type AuthTables = {
  auth_nonces: {
    readonly nonce: string
    readonly binding: string
    /** Epoch milliseconds, here and below. */
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

export const authMigrations: readonly Migration[] = [
  // `IF NOT EXISTS`: there are databases from before versions were kept.
  async (database, kind) => {
    const statements = [
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
    for (const statement of statements) await statement.execute(database)
    // Before there was PostgreSQL the tables went by other names. Nonces live for minutes: those of then are of no use.
    if (kind === 'postgres' || !(await hasTable(database, 'sessions'))) return
    await sql`INSERT INTO auth_sessions SELECT token_hash, address, chain_id, binding, expires_at FROM sessions
      WHERE true ON CONFLICT DO NOTHING`.execute(database)
    await sql`DROP TABLE sessions`.execute(database)
    await sql`DROP TABLE IF EXISTS nonces`.execute(database)
  },
]
