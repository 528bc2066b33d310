import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type SmartSession, smartSessionSchema } from 'latchkey/protocol'
import Database from 'libsql'
import * as v from 'valibot'

/** The permissions that accounts gave apps for a while, by account (a CAIP-10 id in lower case). */
export type SessionStore = {
  /** Keeps a permission; one of the same id is left as it is. */
  add(account: string, session: SmartSession): void
  /** The newest first. */
  of(account: string): readonly SmartSession[]
  /** Takes a permission back, in epoch seconds; what was taken back before stays so. `undefined`: there is none. */
  revoke(account: string, pci: string, at: number): number | undefined
  close(): void
}

/** Most permissions of one account that are listed. */
const listed = 500

const schema = `
  CREATE TABLE IF NOT EXISTS session (
    account TEXT NOT NULL, pci TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER, data TEXT NOT NULL,
    PRIMARY KEY (account, pci)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS session_by_time ON session (account, created_at);`

type Row = { readonly data: string; readonly revokedAt: number | null }

/** In `directory`, or in memory without one. */
export function openSessionStore(directory: string | undefined): SessionStore {
  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = new Database(directory === undefined ? ':memory:' : join(directory, 'permissions.db'))
  if (directory !== undefined) database.exec('PRAGMA journal_mode = WAL')
  database.exec(schema)
  const add = database.prepare('INSERT OR IGNORE INTO session VALUES (?, ?, ?, ?, ?)')
  const of = database.prepare(
    'SELECT data, revoked_at AS revokedAt FROM session WHERE account = ? ORDER BY created_at DESC LIMIT ?',
  )
  const revoke = database.prepare(
    `UPDATE session SET revoked_at = coalesce(revoked_at, ?) WHERE account = ? AND pci = ?
     RETURNING revoked_at AS revokedAt`,
  )
  return {
    add(account, { revokedAt, ...session }) {
      add.run(account, session.pci, session.createdAt, revokedAt ?? null, JSON.stringify(session))
    },
    of: (account) =>
      (of.all(account, listed) as readonly Row[]).map(({ data, revokedAt }) =>
        v.parse(smartSessionSchema, {
          ...JSON.parse(data),
          ...(revokedAt === null ? {} : { revokedAt }),
        }),
      ),
    revoke: (account, pci, at) => (revoke.get(at, account, pci) as Row | undefined)?.revokedAt ?? undefined,
    close: () => void database.close(),
  }
}
