import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { openDatabase } from '../shared/database/openDatabase.js'
import { type AuthStore, hashOf, type Owner, type TokenPair } from './AuthStore.js'
import { type AuthTables, authMigrations } from './authTables.js'

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

/**
 * How long a used refresh token is still accepted, in milliseconds: its answer may be lost, or two tabs may send it at
 * once.
 */
const grace = 30_000

/** Opens the store on PostgreSQL or SQLite with the same statements. */
export async function openAuthStore(
  place: openDatabase.Place,
  options: openAuthStore.Options,
): Promise<AuthStore> {
  const { now, nonceLifetime, tokenLifetime, sessionLifetime } = options
  const { database } = await openDatabase<AuthTables>(place, { name: 'auth', migrations: authMigrations })

  /** Returns the token and its family if both are valid and the owner matches; a stolen token ends the family. */
  async function lookUp(token: string, { page, key }: Owner) {
    const row = await database
      .selectFrom('auth_tokens')
      .innerJoin('auth_families', 'auth_families.id', 'auth_tokens.family')
      .select(['auth_tokens.kind', 'auth_tokens.used_at', 'auth_families.expires_at as end'])
      .select(['auth_families.id', 'address', 'chain_id', 'page', 'browser_key'])
      .where('token_hash', '=', hashOf(token))
      .where('auth_tokens.expires_at', '>', now())
      .where('auth_families.expires_at', '>', now())
      .executeTakeFirst()
    if (row === undefined || row.page !== page) return undefined
    if (row.browser_key === key) return row
    await endFamily(database, row.id)
    return undefined
  }

  /** Creates a new pair for each family. A refresh token lives as long as its family. */
  async function givePairs(families: readonly { readonly id: string; readonly end: number }[]) {
    const given = families.map((family) => ({ family, token: createToken(), refreshToken: createToken() }))
    const rows = given.flatMap(({ family: { id: family, end }, token, refreshToken }) => [
      {
        token_hash: hashOf(token),
        family,
        kind: 'access' as const,
        expires_at: Math.min(now() + tokenLifetime, end),
      },
      { token_hash: hashOf(refreshToken), family, kind: 'refresh' as const, expires_at: end },
    ])
    await database.insertInto('auth_tokens').values(rows).execute()
    return given.map(({ token, refreshToken }): TokenPair => ({ token, refreshToken }))
  }

  async function forgetOld() {
    for (const table of ['auth_tokens', 'auth_families'] as const)
      await database.deleteFrom(table).where('expires_at', '<=', now()).execute()
  }

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
    async useProof(id, until) {
      await database.deleteFrom('auth_proofs').where('expires_at', '<=', now()).execute()
      const row = await database
        .insertInto('auth_proofs')
        .values({ id, expires_at: until })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
    async open(sessions, { page, key }) {
      await forgetOld()
      const families = sessions.map((session) => ({
        session,
        id: randomUUID(),
        end: now() + sessionLifetime,
      }))
      const rows = families.map(({ session: { address, chainId }, id, end }) => ({
        ...{ id, address, chain_id: chainId, page, browser_key: key },
        expires_at: end,
      }))
      await database.insertInto('auth_families').values(rows).execute()
      return givePairs(families)
    },
    async find(token, owner) {
      const row = await lookUp(token, owner)
      return row?.kind === 'access' ? { address: row.address, chainId: row.chain_id } : undefined
    },
    async refresh(refreshToken, owner) {
      const row = await lookUp(refreshToken, owner)
      if (row?.kind !== 'refresh') return undefined
      // One statement, so that only one of two concurrent uses is the first.
      const first = await database
        .updateTable('auth_tokens')
        .set({ used_at: now() })
        .where('token_hash', '=', hashOf(refreshToken))
        .where('used_at', 'is', null)
        .returning('family')
        .executeTakeFirst()
      if (first === undefined && row.used_at !== null && row.used_at + grace <= now()) {
        await endFamily(database, row.id)
        return undefined
      }
      await forgetOld()
      const [pair] = await givePairs([row])
      return pair
    },
    async revoke(token, owner) {
      const row = await lookUp(token, owner)
      if (row !== undefined) await endFamily(database, row.id)
      return row !== undefined
    },
    close: () => database.destroy(),
  }
}

/** Deletes the family row first: lookups of its tokens then find nothing. */
async function endFamily(database: Kysely<AuthTables>, id: string): Promise<void> {
  await database.deleteFrom('auth_families').where('id', '=', id).execute()
  await database.deleteFrom('auth_tokens').where('family', '=', id).execute()
}

function createToken(): string {
  return randomBytes(32).toString('base64url')
}
