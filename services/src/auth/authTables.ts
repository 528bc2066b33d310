import { sql } from 'kysely'
import type { CaipNetworkId } from 'latchkey/protocol'
import { hasTable } from '../shared/database/hasTable.js'
import type { Migration } from '../shared/database/migrate.js'
import type { FamilyRow, TokenTable } from './tokenFamilies.js'
import type { ProofTable } from './usedProofs.js'

export type AuthTables = {
  auth_nonces: {
    readonly nonce: string
    readonly binding: string
    /** Epoch milliseconds. */
    readonly expires_at: number
  }
  auth_families: FamilyRow & { readonly address: string; readonly chain_id: CaipNetworkId }
  auth_tokens: TokenTable
  auth_proofs: ProofTable
}

export const authMigrations: readonly Migration[] = [
  // `IF NOT EXISTS`: databases from before version tracking already have these tables.
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
    // Before PostgreSQL support the tables had other names. Their nonces live for minutes, so they are not copied.
    if (kind === 'postgres' || !(await hasTable(database, 'sessions'))) return
    await sql`INSERT INTO auth_sessions SELECT token_hash, address, chain_id, binding, expires_at FROM sessions
      WHERE true ON CONFLICT DO NOTHING`.execute(database)
    await sql`DROP TABLE sessions`.execute(database)
    await sql`DROP TABLE IF EXISTS nonces`.execute(database)
  },
  // Ends the old week-long bearer sessions: a key cannot be bound to them afterwards. Visitors sign in again once.
  async (database) => {
    const statements = [
      sql`DROP TABLE auth_sessions`,
      sql`CREATE TABLE auth_families (
        id TEXT PRIMARY KEY, address TEXT NOT NULL, chain_id TEXT NOT NULL, page TEXT NOT NULL,
        browser_key TEXT NOT NULL, expires_at BIGINT NOT NULL
      )`,
      sql`CREATE INDEX auth_families_by_time ON auth_families (expires_at)`,
      sql`CREATE TABLE auth_tokens (
        token_hash TEXT PRIMARY KEY, family TEXT NOT NULL, kind TEXT NOT NULL, expires_at BIGINT NOT NULL,
        used_at BIGINT
      )`,
      sql`CREATE INDEX auth_tokens_by_time ON auth_tokens (expires_at)`,
      sql`CREATE INDEX auth_tokens_by_family ON auth_tokens (family)`,
      sql`CREATE TABLE auth_proofs (id TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)`,
      sql`CREATE INDEX auth_proofs_by_time ON auth_proofs (expires_at)`,
    ]
    for (const statement of statements) await statement.execute(database)
  },
]
