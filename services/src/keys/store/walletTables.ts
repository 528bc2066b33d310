import { type ColumnType, sql } from 'kysely'
import type { SlotType } from 'latchkey/protocol'
import type { Migration } from '../../shared/database/migrate.js'

/**
 * Times are epoch milliseconds. Columns called sealed, `half` and `evaluator` are made by `DataKeys`, and each is bound to its row: nothing that
 * a visitor has is in clear. Ids are random.
 */
export type WalletTables = {
  /** One wallet for each user of a project; version 0 until the first commit. */
  keys_wallets: {
    readonly id: string
    readonly project: string
    readonly user_id: string
    readonly version: number
    readonly epoch: number
    readonly created_at: number
    /** When its owner deleted it: what is left is removed by whoever sees it next. */
    readonly deleting_at: number | null
  }
  /** The current version of each wallet. */
  keys_versions: {
    readonly wallet: string
    readonly version: number
    /** The SHA-256 of what the version says. */
    readonly digest: string
    readonly sealed: string
  }
  /** Versions that are not committed yet. */
  keys_pending: {
    readonly wallet: string
    readonly digest: string
    readonly version: number
    readonly epoch: number
    /** The key of the session that prepared it. */
    readonly owner_key: string
    readonly sealed: string
    readonly expires_at: number
  }
  keys_slots: SlotTable
  /** The passkeys of slots. */
  keys_credentials: {
    readonly wallet: string
    readonly slot: string
    /** A keyed hash of the credential's id. */
    readonly lookup: string
    readonly sealed: string
    readonly counter: number
  }
  /** How often something was done lately. */
  keys_budgets: {
    readonly owner: string
    readonly name: string
    /** The times, oldest first, with spaces between. */
    readonly times: string
    readonly expires_at: number
  }
  /** Challenges of WebAuthn, each valid once. */
  keys_challenges: { readonly hash: string; readonly owner: string; readonly expires_at: number }
  /** The keys of requests for halves; each is answered once. */
  keys_requests: { readonly hash: string; readonly expires_at: number }
  /** The log of a project, a chain: nothing is changed or removed. */
  keys_audit: {
    readonly project: string
    readonly seq: number
    readonly wallet: string
    readonly at: number
    readonly sealed: string
    /** A keyed hash of this entry and of the hash before. */
    readonly hash: string
  }
  keys_checkpoints: {
    readonly project: string
    /** From 1 on, without gaps: of two processes that make one at once, one comes second. */
    readonly number: number
    /** The entry of the log that was the newest, and its hash. */
    readonly seq: number
    readonly hash: string
    readonly at: number
    /** A keyed hash of this checkpoint and of the one before. */
    readonly mac: string
  }
  /** What is left of deleted accounts. */
  keys_tombstones: {
    readonly project: string
    readonly salt: string
    readonly hash: string
    readonly deleted_at: number
  }
  keys_rendezvous: {
    readonly place: string
    readonly seq: number
    /** Ciphertext of the two surfaces; `null` once it has arrived. */
    readonly text: string | null
    readonly expires_at: number
  }
}

export type SlotTable = {
  readonly wallet: string
  readonly slot: string
  readonly type: SlotType
  /** The key of the session that made the slot. */
  readonly owner_key: string
  readonly half: string | null
  /** The OPRF key of a password. */
  readonly evaluator: string | null
  /** 1 once a version with the slot was committed. */
  readonly is_kept: ColumnType<number, number, number>
  readonly created_at: number
  readonly used_at: ColumnType<number | null, undefined, number>
  /** When a slot that no version has is forgotten. */
  readonly expires_at: ColumnType<number | null, number, null>
}

export const walletMigrations: readonly Migration[] = [
  async (database) => {
    const statements = [
      sql`CREATE TABLE keys_wallets (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, user_id TEXT NOT NULL, version BIGINT NOT NULL, epoch BIGINT NOT NULL,
        created_at BIGINT NOT NULL, deleting_at BIGINT, UNIQUE (project, user_id)
      )`,
      sql`CREATE TABLE keys_versions (
        wallet TEXT NOT NULL, version BIGINT NOT NULL, digest TEXT NOT NULL, sealed TEXT NOT NULL, PRIMARY KEY (wallet, version)
      )`,
      sql`CREATE TABLE keys_pending (
        wallet TEXT NOT NULL, digest TEXT NOT NULL, version BIGINT NOT NULL, epoch BIGINT NOT NULL, owner_key TEXT NOT NULL,
        sealed TEXT NOT NULL, expires_at BIGINT NOT NULL, PRIMARY KEY (wallet, digest)
      )`,
      sql`CREATE TABLE keys_slots (
        wallet TEXT NOT NULL, slot TEXT NOT NULL, type TEXT NOT NULL, owner_key TEXT NOT NULL, half TEXT, evaluator TEXT,
        is_kept INTEGER NOT NULL, created_at BIGINT NOT NULL, used_at BIGINT, expires_at BIGINT, PRIMARY KEY (wallet, slot)
      )`,
      sql`CREATE TABLE keys_credentials (
        wallet TEXT NOT NULL, slot TEXT NOT NULL, lookup TEXT NOT NULL UNIQUE, sealed TEXT NOT NULL, counter BIGINT NOT NULL,
        PRIMARY KEY (wallet, slot)
      )`,
      sql`CREATE TABLE keys_budgets (
        owner TEXT NOT NULL, name TEXT NOT NULL, times TEXT NOT NULL, expires_at BIGINT NOT NULL, PRIMARY KEY (owner, name)
      )`,
      sql`CREATE TABLE keys_challenges (hash TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at BIGINT NOT NULL)`,
      sql`CREATE TABLE keys_requests (hash TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)`,
      sql`CREATE TABLE keys_audit (
        project TEXT NOT NULL, seq BIGINT NOT NULL, wallet TEXT NOT NULL, at BIGINT NOT NULL, sealed TEXT NOT NULL,
        hash TEXT NOT NULL, PRIMARY KEY (project, seq)
      )`,
      sql`CREATE INDEX keys_audit_by_wallet ON keys_audit (wallet, seq)`,
      sql`CREATE TABLE keys_checkpoints (
        project TEXT NOT NULL, number BIGINT NOT NULL, seq BIGINT NOT NULL, hash TEXT NOT NULL, at BIGINT NOT NULL,
        mac TEXT NOT NULL, PRIMARY KEY (project, number)
      )`,
      sql`CREATE TABLE keys_tombstones (
        project TEXT NOT NULL, salt TEXT PRIMARY KEY, hash TEXT NOT NULL, deleted_at BIGINT NOT NULL
      )`,
      sql`CREATE TABLE keys_rendezvous (
        place TEXT NOT NULL, seq BIGINT NOT NULL, text TEXT, expires_at BIGINT NOT NULL, PRIMARY KEY (place, seq)
      )`,
      ...['pending', 'slots', 'budgets', 'challenges', 'requests', 'rendezvous'].map(
        (table) =>
          sql`CREATE INDEX ${sql.ref(`keys_${table}_by_time`)} ON ${sql.table(`keys_${table}`)} (expires_at)`,
      ),
    ]
    for (const statement of statements) await statement.execute(database)
  },
  async (database) => {
    const statement = sql`CREATE INDEX keys_tombstones_by_time ON keys_tombstones (project, deleted_at)`
    await statement.execute(database)
  },
]
