import { type ColumnType, type Generated, sql } from 'kysely'
import type { LoginUser } from 'latchkey/protocol'
import type { Migration } from '../../shared/database/migrate.js'
import type { FamilyRow, TokenTable } from '../tokenFamilies.js'
import type { ProofTable } from '../usedProofs.js'

export type WayName = LoginUser['way']

/** A session of the wallet's site. Its `page` is the project. */
export type LoginFamily = FamilyRow & {
  readonly user_id: string
  readonly way: WayName
  /** When the visitor logged in, in epoch milliseconds. */
  readonly logged_in_at: number
  /** The first login that the session comes from: the surfaces of a browser that pass it on, or log in anew, share it, and no other session. */
  readonly root: string
}

/** Times are epoch milliseconds. What is called sealed, and keyed hashes, are made by `DataKeys`. */
export type LoginTables = {
  login_users: {
    readonly id: string
    readonly project: string
    /** Sealed. */
    readonly email: string | null
    /** Sealed. */
    readonly user_name: string | null
    /** A keyed hash of the e-mail address, by which one account of a project is found; `null` if it has none, or another account is found. */
    readonly email_hash: string | null
    readonly created_at: number
  }
  /** The ways in which users log in; an address or account belongs to one user. */
  login_identities: {
    readonly project: string
    readonly way: WayName
    /** A keyed hash of what the way knows somebody by. */
    readonly subject: string
    readonly user_id: string
  }
  /** The keys with which users have logged in. */
  login_devices: {
    readonly user_id: string
    readonly browser_key: string
    readonly first_at: number
    readonly last_at: number
  }
  login_families: LoginFamily
  login_tokens: TokenTable
  login_proofs: ProofTable
  login_flows: FlowTable
  /** Links in mails and codes that pass a login on to another surface, each valid once. */
  login_links: {
    readonly hash: string
    readonly project: string
    readonly kind: 'device' | 'unlock' | 'surface' | 'elsewhere'
    /** The flow, the limits' key, or the session that the link belongs to. */
    readonly subject: string
    readonly expires_at: number
  }
  login_tickets: {
    readonly hash: string
    readonly project: string
    readonly family: string
    readonly host: string
    readonly expires_at: number
  }
  /** How often something was done lately. */
  login_quotas: {
    readonly key: string
    /** The times, oldest first, with spaces between. */
    readonly times: string
    readonly expires_at: number
  }
  login_outbox: OutboxTable
}

/** A login, or a change of the address, that has begun. */
export type FlowTable = {
  /** A hash of the flow's name. */
  readonly id: string
  readonly project: string
  readonly way: WayName
  readonly purpose: 'login' | 'update' | 'update-next'
  /** The key of the surface that began it. */
  readonly browser_key: string
  /** The origin of the page. */
  readonly host: string
  /** A keyed hash of what the way knows somebody by; `null` until it is known. */
  readonly subject: string | null
  /** A keyed hash by which tries and mails are limited; `null` if the way has no codes. */
  readonly limits: string | null
  /** Sealed: what the way must remember, or at the end who has logged in, as JSON. */
  readonly sealed: string | null
  /** The user who changes an address. */
  readonly user_id: string | null
  /** A keyed hash of the code that is valid. */
  readonly code_hash: string | null
  readonly code_expires_at: number | null
  /** Tries of the code; of a login at a provider, answers that were used. */
  readonly tries: Generated<number>
  /** `begun`: the visitor has got to the provider, or the mail has left. `done`: the result waits to be fetched. */
  readonly state: 'open' | 'begun' | 'done' | 'taken' | 'failed'
  readonly failed: 'declined' | 'failed' | null
  /** When the link of the first mail was confirmed. */
  readonly approved_at: number | null
  readonly expires_at: number
}

export type OutboxTable = {
  readonly id: string
  readonly project: string
  /** Sealed: the letter and its address, as JSON. */
  readonly sealed: string
  /** The flow whose code or link it brings. */
  readonly flow: string | null
  /** When it is sent next; later while somebody is sending it. */
  readonly due_at: number
  readonly tries: ColumnType<number, number | undefined, number>
  /** After this it is not sent any more. */
  readonly expires_at: number
}

export const loginMigrations: readonly Migration[] = [
  async (database) => {
    const statements = [
      sql`CREATE TABLE login_users (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, email TEXT, user_name TEXT, email_hash TEXT, created_at BIGINT NOT NULL
      )`,
      sql`CREATE INDEX login_users_by_email ON login_users (project, email_hash)`,
      sql`CREATE TABLE login_identities (
        project TEXT NOT NULL, way TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL,
        PRIMARY KEY (project, way, subject)
      )`,
      sql`CREATE INDEX login_identities_by_user ON login_identities (user_id)`,
      sql`CREATE TABLE login_devices (
        user_id TEXT NOT NULL, browser_key TEXT NOT NULL, first_at BIGINT NOT NULL, last_at BIGINT NOT NULL,
        PRIMARY KEY (user_id, browser_key)
      )`,
      sql`CREATE TABLE login_families (
        id TEXT PRIMARY KEY, page TEXT NOT NULL, browser_key TEXT NOT NULL, expires_at BIGINT NOT NULL,
        user_id TEXT NOT NULL, way TEXT NOT NULL, logged_in_at BIGINT NOT NULL
      )`,
      sql`CREATE INDEX login_families_by_user ON login_families (user_id)`,
      sql`CREATE TABLE login_tokens (
        token_hash TEXT PRIMARY KEY, family TEXT NOT NULL, kind TEXT NOT NULL, expires_at BIGINT NOT NULL, used_at BIGINT
      )`,
      sql`CREATE INDEX login_tokens_by_family ON login_tokens (family)`,
      sql`CREATE TABLE login_proofs (id TEXT PRIMARY KEY, expires_at BIGINT NOT NULL)`,
      sql`CREATE TABLE login_flows (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, way TEXT NOT NULL, purpose TEXT NOT NULL, browser_key TEXT NOT NULL,
        host TEXT NOT NULL, subject TEXT, limits TEXT, sealed TEXT, user_id TEXT, code_hash TEXT,
        code_expires_at BIGINT, tries INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL, failed TEXT, approved_at BIGINT, expires_at BIGINT NOT NULL
      )`,
      sql`CREATE INDEX login_flows_by_subject ON login_flows (project, subject)`,
      sql`CREATE TABLE login_links (
        hash TEXT PRIMARY KEY, project TEXT NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL, expires_at BIGINT NOT NULL
      )`,
      sql`CREATE TABLE login_tickets (
        hash TEXT PRIMARY KEY, project TEXT NOT NULL, family TEXT NOT NULL, host TEXT NOT NULL, expires_at BIGINT NOT NULL
      )`,
      sql`CREATE INDEX login_tickets_by_family ON login_tickets (family)`,
      sql`CREATE TABLE login_quotas (key TEXT PRIMARY KEY, times TEXT NOT NULL, expires_at BIGINT NOT NULL)`,
      sql`CREATE TABLE login_outbox (
        id TEXT PRIMARY KEY, project TEXT NOT NULL, sealed TEXT NOT NULL, flow TEXT, due_at BIGINT NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0, expires_at BIGINT NOT NULL
      )`,
      sql`CREATE INDEX login_outbox_by_time ON login_outbox (due_at)`,
      ...['families', 'tokens', 'proofs', 'flows', 'links', 'tickets', 'quotas'].map(
        (table) =>
          sql`CREATE INDEX ${sql.ref(`login_${table}_by_time`)} ON ${sql.table(`login_${table}`)} (expires_at)`,
      ),
    ]
    for (const statement of statements) await statement.execute(database)
  },
  async (database) => {
    const statements = [
      sql`ALTER TABLE login_families ADD COLUMN root TEXT NOT NULL DEFAULT ''`,
      // A session that was passed on is as old as the login that it comes from, to the millisecond.
      sql`UPDATE login_families SET root = user_id || ' ' || logged_in_at`,
      sql`CREATE INDEX login_families_by_root ON login_families (root)`,
    ]
    for (const statement of statements) await statement.execute(database)
  },
  async (database) => {
    const rankOf = (user: string) => {
      const [id, project, hash, created] = ['id', 'project', 'email_hash', 'created_at'].map((column) =>
        sql.ref(`${user}.${column}`),
      )
      const logsInByIt = sql`EXISTS (
        SELECT 1 FROM login_identities AS identity WHERE identity.user_id = ${id} AND identity.project = ${project}
        AND identity.way = 'email' AND identity.subject = ${hash}
      )`
      return sql`(CASE WHEN ${logsInByIt} THEN 0 ELSE 1 END, ${created}, ${id})`
    }
    const statements = [
      // A first login that was interrupted has left an account without a way to log in: its address must be free.
      sql`UPDATE login_users SET email_hash = NULL WHERE NOT EXISTS (
        SELECT 1 FROM login_identities AS identity WHERE identity.user_id = login_users.id
      )`,
      // Two first logins at once could make two accounts of one address. It is found for one: whose login it is, else the older.
      sql`UPDATE login_users SET email_hash = NULL WHERE EXISTS (
        SELECT 1 FROM login_users AS other WHERE other.project = login_users.project
        AND other.email_hash = login_users.email_hash AND ${rankOf('other')} < ${rankOf('login_users')}
      )`,
      sql`DROP INDEX login_users_by_email`,
      sql`CREATE UNIQUE INDEX login_users_by_email ON login_users (project, email_hash)`,
    ]
    for (const statement of statements) await statement.execute(database)
  },
]
