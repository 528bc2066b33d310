import type { Kysely } from 'kysely'
import { openDatabase } from '../shared/database/openDatabase.js'
import type { AuthStore, Session } from './AuthStore.js'
import { type AuthTables, authMigrations } from './authTables.js'
import { createTokenFamilies } from './tokenFamilies.js'
import { createUsedProofs } from './usedProofs.js'

export declare namespace openAuthStore {
  type Options = {
    /** Epoch milliseconds. */
    readonly now: () => number
    /** How long a nonce, a token and a session are valid, in milliseconds. */
    readonly nonceLifetime: number
    readonly tokenLifetime: number
    readonly sessionLifetime: number
  }
}

/** Opens the store on PostgreSQL or SQLite with the same statements. */
export async function openAuthStore(
  place: openDatabase.Place,
  options: openAuthStore.Options,
): Promise<AuthStore> {
  const { now, nonceLifetime } = options
  const { database } = await openDatabase<AuthTables>(place, { name: 'auth', migrations: authMigrations })
  const untyped = database as unknown as Kysely<never>
  const families = createTokenFamilies<AuthTables['auth_families']>(untyped, { ...options, store: 'auth' })

  return {
    nonces: {
      async add(nonce, binding = '') {
        await database.deleteFrom('auth_nonces').where('expires_at', '<=', now()).execute()
        const row = { nonce, binding, expires_at: now() + nonceLifetime }
        await database.insertInto('auth_nonces').values(row).execute()
      },
      async consume(nonce, binding = '') {
        // One statement, so that only one of two concurrent uses finds the row.
        const row = await database
          .deleteFrom('auth_nonces')
          .where('nonce', '=', nonce)
          .returning(['binding', 'expires_at'])
          .executeTakeFirst()
        return row !== undefined && row.binding === binding && row.expires_at > now()
      },
    },
    useProof: createUsedProofs(untyped, 'auth', now),
    open: (sessions, { page, key }) =>
      families.open(
        sessions.map(({ address, chainId }) => ({ address, chain_id: chainId, page, browser_key: key })),
      ),
    async find(token, owner) {
      const family = await families.find(token, owner)
      return family === undefined
        ? undefined
        : ({ address: family.address, chainId: family.chain_id } satisfies Session)
    },
    refresh: async (refreshToken, owner) => (await families.refresh(refreshToken, owner))?.pair,
    revoke: async (token, owner) => (await families.revoke(token, owner)) !== undefined,
    close: () => database.destroy(),
  }
}
