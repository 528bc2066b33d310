import { randomBytes, randomUUID } from 'node:crypto'
import type { ColumnType, Kysely } from 'kysely'
import { hashOf, type Owner, type TokenPair } from './AuthStore.js'

/** The columns that every table of token families has; one row per session. */
export type FamilyRow = {
  readonly id: string
  /** What the session was issued to: a project, or a project and a page. */
  readonly page: string
  /** RFC 7638 thumbprint. */
  readonly browser_key: string
  /** Epoch milliseconds, here and below. */
  readonly expires_at: number
}

/** The table of the families' tokens. */
export type TokenTable = {
  readonly token_hash: string
  readonly family: string
  readonly kind: 'access' | 'refresh'
  readonly expires_at: number
  /** When the refresh token was first used; `null` while unused. */
  readonly used_at: ColumnType<number | null, undefined, number>
}

/** The sessions of one store, as {@link FamilyRow}s with their tokens. Tokens are stored as hashes. */
export type TokenFamilies<row extends FamilyRow> = {
  /** Begins sessions, all or none, that end at `until` at the latest, and returns their tokens in the same order. */
  open(families: readonly Omit<row, 'id' | 'expires_at'>[], until?: number): Promise<readonly TokenPair[]>
  /** Returns the session of an access token. */
  find(token: string, owner: Owner): Promise<row | undefined>
  /** Returns the next pair and its session. A refresh token that comes again later than a lost answer would ends it. */
  refresh(
    refreshToken: string,
    owner: Owner,
  ): Promise<{ readonly family: row; readonly pair: TokenPair } | undefined>
  /** Ends the session that either token belongs to, and returns it. */
  revoke(token: string, owner: Owner): Promise<row | undefined>
  /** Ends a session by its id. */
  end(id: string): Promise<void>
}

export declare namespace createTokenFamilies {
  type Options<row> = {
    /** The store's name, with which its tables `…_families` and `…_tokens` begin. */
    readonly store: string
    /** Epoch milliseconds. */
    readonly now: () => number
    /** How long a token and a session are valid, in milliseconds. */
    readonly tokenLifetime: number
    readonly sessionLifetime: number
    /** Called after a stolen token has ended a session. */
    readonly onTheft?: ((family: row) => void) | undefined
  }
}

/**
 * How long a used refresh token is still accepted, in milliseconds: its answer may be lost, or two tabs may send it at
 * once.
 */
const grace = 30_000

/** Keeps the sessions of one store in two of its tables, with the same statements on PostgreSQL and SQLite. */
export function createTokenFamilies<row extends FamilyRow>(
  untyped: Kysely<never>,
  { store, now, tokenLifetime, sessionLifetime, onTheft = () => {} }: createTokenFamilies.Options<row>,
): TokenFamilies<row> {
  // The statements are typed by names that both stores' tables stand for.
  const database = untyped as unknown as Kysely<{ families: FamilyRow; tokens: TokenTable }>
  const families = `${store}_families` as 'families'
  const tokens = `${store}_tokens` as 'tokens'

  /** Returns the token and its family if both are valid and the owner matches; a stolen token ends the family. */
  async function lookUp(token: string, { page, key }: Owner) {
    const found = await database
      .selectFrom(`${tokens} as token` as 'tokens as token')
      .innerJoin(`${families} as family` as 'families as family', 'family.id', 'token.family')
      .selectAll('family')
      .select(['token.kind', 'token.used_at'])
      .where('token.token_hash', '=', hashOf(token))
      .where('token.expires_at', '>', now())
      .where('family.expires_at', '>', now())
      .executeTakeFirst()
    if (found === undefined || found.page !== page) return undefined
    const { kind, used_at, ...family } = found
    if (family.browser_key === key) return { kind, used_at, family: family as row }
    await endStolen(family as row)
    return undefined
  }

  /** Creates a new pair for each family. A refresh token lives as long as its family. */
  async function givePairs(of: readonly FamilyRow[]) {
    const given = of.map((family) => ({ family, token: createToken(), refreshToken: createToken() }))
    const rows = given.flatMap(({ family: { id: family, expires_at: end }, token, refreshToken }) => [
      {
        token_hash: hashOf(token),
        family,
        kind: 'access' as const,
        expires_at: Math.min(now() + tokenLifetime, end),
      },
      { token_hash: hashOf(refreshToken), family, kind: 'refresh' as const, expires_at: end },
    ])
    await database.insertInto(tokens).values(rows).execute()
    return given.map(({ token, refreshToken }): TokenPair => ({ token, refreshToken }))
  }

  async function forgetOld() {
    for (const table of [tokens, families])
      await database.deleteFrom(table).where('expires_at', '<=', now()).execute()
  }

  /** Deletes the family row first: lookups of its tokens then find nothing. */
  async function end(id: string): Promise<void> {
    await database.deleteFrom(families).where('id', '=', id).execute()
    await database.deleteFrom(tokens).where('family', '=', id).execute()
  }

  async function endStolen(family: row): Promise<void> {
    await end(family.id)
    onTheft(family)
  }

  return {
    async open(begun, until = Number.POSITIVE_INFINITY) {
      await forgetOld()
      const end = Math.min(now() + sessionLifetime, until)
      const rows = begun.map((family): FamilyRow => {
        // TypeScript does not see that a row without two of its columns has the others.
        const columns = family as Omit<FamilyRow, 'id' | 'expires_at'>
        return { ...columns, id: randomUUID(), expires_at: end }
      })
      await database.insertInto(families).values(rows).execute()
      return givePairs(rows)
    },
    async find(token, owner) {
      const found = await lookUp(token, owner)
      return found?.kind === 'access' ? found.family : undefined
    },
    async refresh(refreshToken, owner) {
      const found = await lookUp(refreshToken, owner)
      if (found?.kind !== 'refresh') return undefined
      // One statement, so that only one of two concurrent uses is the first.
      const first = await database
        .updateTable(tokens)
        .set({ used_at: now() })
        .where('token_hash', '=', hashOf(refreshToken))
        .where('used_at', 'is', null)
        .returning('family')
        .executeTakeFirst()
      const { family, used_at } = found
      if (first === undefined && used_at !== null && used_at + grace <= now()) {
        await endStolen(family)
        return undefined
      }
      await forgetOld()
      const [pair] = await givePairs([family])
      return pair === undefined ? undefined : { family, pair }
    },
    async revoke(token, owner) {
      const found = await lookUp(token, owner)
      if (found !== undefined) await end(found.family.id)
      return found?.family
    },
    end,
  }
}

function createToken(): string {
  return randomBytes(32).toString('base64url')
}
