import { type Kysely, sql } from 'kysely'
import { type SmartSession, smartSessionSchema } from 'latchkey/protocol'
import * as v from 'valibot'
import { hasTable } from '../../shared/database/hasTable.js'
import type { Migration } from '../../shared/database/migrate.js'
import { openDatabase } from '../../shared/database/openDatabase.js'

/** The temporary permissions that accounts gave to apps, by account (a lower-case CAIP-10 id). */
export type SessionStore = {
  /** Stores a permission; an existing one with the same id stays unchanged. */
  add(account: string, session: SmartSession): Promise<void>
  /** Returns the permissions, newest first. */
  of(account: string): Promise<readonly SmartSession[]>
  /**
   * Revokes a permission at a time in epoch seconds and returns the time of its first revocation; `undefined` if it
   * does not exist.
   */
  revoke(account: string, pci: string, at: number): Promise<number | undefined>
  close(): Promise<void>
}

/** Most permissions listed per account. */
const listed = 500

/** Opens the store in PostgreSQL, in SQLite, or in this process's memory. */
export async function openSessionStore(place: openDatabase.Place): Promise<SessionStore> {
  const { database } = await openDatabase<Tables>(place, { name: 'permissions', migrations })
  return {
    async add(account, { revokedAt, ...session }) {
      const { pci, createdAt } = session
      const times = { created_at: createdAt, revoked_at: revokedAt ?? null }
      await database
        .insertInto('permission_given')
        .values({ account, pci, ...times, data: JSON.stringify(session) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async of(account) {
      const rows = await database
        .selectFrom('permission_given')
        .where('account', '=', account)
        .select(['data', 'revoked_at'])
        .orderBy('created_at', 'desc')
        .limit(listed)
        .execute()
      return rows.map(({ data, revoked_at: revokedAt }) =>
        v.parse(smartSessionSchema, { ...JSON.parse(data), ...(revokedAt === null ? {} : { revokedAt }) }),
      )
    },
    async revoke(account, pci, at) {
      const row = await database
        .updateTable('permission_given')
        .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(at)) }))
        .where('account', '=', account)
        .where('pci', '=', pci)
        .returning('revoked_at')
        .executeTakeFirst()
      return row?.revoked_at ?? undefined
    },
    close: () => database.destroy(),
  }
}

type Tables = {
  permission_given: {
    readonly account: string
    readonly pci: string
    /** Epoch seconds, here and below. */
    readonly created_at: number
    readonly revoked_at: number | null
    /** A `SmartSession` as JSON, without its revocation time. */
    readonly data: string
  }
}

const migrations: readonly Migration[] = [
  async (database, kind) => {
    await sql`CREATE TABLE permission_given (
      account TEXT NOT NULL, pci TEXT NOT NULL, created_at BIGINT NOT NULL, revoked_at BIGINT, data TEXT NOT NULL,
      PRIMARY KEY (account, pci)
    )`.execute(database)
    await sql`CREATE INDEX permission_by_time ON permission_given (account, created_at)`.execute(database)
    if (kind === 'sqlite' && (await hasTable(database, 'session'))) await adopt(database)
  },
]

/** Takes over a file from before version tracking. */
async function adopt(database: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO permission_given SELECT account, pci, created_at, revoked_at, data FROM session`.execute(
    database,
  )
  await sql`DROP TABLE session`.execute(database)
}
