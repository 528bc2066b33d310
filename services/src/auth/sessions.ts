import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { NonceStore } from 'latchkey/siwx'
import Database from 'libsql'

/** Who is signed in, and where from. */
export type Session = { readonly address: string; readonly chainId: CaipNetworkId }

export type AuthStore = {
  readonly nonces: NonceStore
  /** Begins a session; what is returned is its token, of which only the hash is kept. */
  open(session: Session, binding: string): string
  find(token: string, binding: string): Session | undefined
  revoke(token: string): void
  close(): void
}

type Options = {
  readonly now: () => number
  /** Milliseconds for which a nonce may be used, and a session lives. */
  readonly nonceLifetime: number
  readonly sessionLifetime: number
}

const schema = `
  CREATE TABLE IF NOT EXISTS nonces (
    nonce TEXT PRIMARY KEY, binding TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS nonces_by_time ON nonces (expires_at);
  CREATE TABLE IF NOT EXISTS sessions (
    token_hash TEXT PRIMARY KEY, address TEXT NOT NULL, chain_id TEXT NOT NULL, binding TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_by_time ON sessions (expires_at);`

/** Nonces and sessions, in `directory`, or in memory without one. Whoever reads the file can be nobody: tokens are hashed. */
export function openAuthStore(directory: string | undefined, options: Options): AuthStore {
  const { now, nonceLifetime, sessionLifetime } = options
  if (directory !== undefined) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const database = new Database(directory === undefined ? ':memory:' : join(directory, 'auth.db'))
  if (directory !== undefined) database.exec('PRAGMA journal_mode = WAL')
  database.exec(schema)
  const addNonce = database.prepare('INSERT INTO nonces VALUES (?, ?, ?)')
  // One statement, so that of two uses at once only one finds the row.
  const takeNonce = database.prepare(
    'DELETE FROM nonces WHERE nonce = ? RETURNING binding, expires_at AS expiresAt',
  )
  const dropNonces = database.prepare('DELETE FROM nonces WHERE expires_at <= ?')
  const addSession = database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)')
  const findSession = database.prepare(
    'SELECT address, chain_id AS chainId FROM sessions WHERE token_hash = ? AND binding = ? AND expires_at > ?',
  )
  const dropSession = database.prepare('DELETE FROM sessions WHERE token_hash = ?')
  const dropSessions = database.prepare('DELETE FROM sessions WHERE expires_at <= ?')

  return {
    nonces: {
      add(nonce, binding = '') {
        dropNonces.run(now())
        addNonce.run(nonce, binding, now() + nonceLifetime)
      },
      consume(nonce, binding = '') {
        const row = takeNonce.get(nonce) as
          | { readonly binding: string; readonly expiresAt: number }
          | undefined
        return row !== undefined && row.binding === binding && row.expiresAt > now()
      },
    },
    open({ address, chainId }, binding) {
      dropSessions.run(now())
      const token = randomBytes(32).toString('base64url')
      addSession.run(hashOf(token), address, chainId, binding, now() + sessionLifetime)
      return token
    },
    find(token, binding) {
      const row = findSession.get(hashOf(token), binding, now()) as Session | undefined
      return row === undefined ? undefined : { address: row.address, chainId: row.chainId }
    },
    revoke: (token) => void dropSession.run(hashOf(token)),
    close: () => void database.close(),
  }
}

/** What a token is kept as. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
