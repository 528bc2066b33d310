import { randomBytes } from 'node:crypto'
import { openDatabase } from '../shared/database/openDatabase.js'
import { type AuthStore, hashOf } from './AuthStore.js'
import { type AuthTables, authMigrations } from './authTables.js'

export declare namespace openAuthStore {
  type Options = {
    /** Epoch milliseconds. */
    readonly now: () => number
    /** Milliseconds for which a nonce may be used, and a session lives. */
    readonly nonceLifetime: number
    readonly sessionLifetime: number
  }
}

/** One store on PostgreSQL or SQLite: the statements are the same. */
export async function openAuthStore(
  place: openDatabase.Place,
  { now, nonceLifetime, sessionLifetime }: openAuthStore.Options,
): Promise<AuthStore> {
  const { database } = await openDatabase<AuthTables>(place, { name: 'auth', migrations: authMigrations })

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
        return row !== undefined && row.binding === binding && row.expires_at > now()
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
