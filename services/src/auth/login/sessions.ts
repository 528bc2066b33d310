import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { LoginSession, LoginUser } from 'latchkey/protocol'
import type { UserRef } from '../../keys/DataKeys.js'
import type { TokenPair } from '../AuthStore.js'
import { createTokenFamilies } from '../tokenFamilies.js'
import type { Login } from './Login.js'
import type { LoginFamily, LoginTables, WayName } from './loginTables.js'
import type { Users } from './users.js'

/** How long an access token and a session are valid, in seconds. */
const tokenSeconds = 900
export const sessionSeconds = 30 * 86_400

/** A login that is to become a session. */
type Entry = {
  readonly user: UserRef
  readonly key: string
  readonly way: WayName
  /** When the visitor logged in, in epoch milliseconds. */
  readonly at: number
  /** The root of the session that is passed on; absent for a login. */
  readonly root?: string | undefined
  /** When the session that is passed on ends, in epoch milliseconds: the new one ends no later. Absent for a login. */
  readonly until?: number | undefined
}

/** The holder of a token: the project that the request names, and the key that it proves. */
type Holder = { readonly project: string; readonly key: string }

export type Sessions = {
  open(entry: Entry): Promise<LoginSession>
  /** Returns the session of an access token. */
  find(token: string, holder: Holder): Promise<Login | undefined>
  refresh(refreshToken: string, holder: Holder): Promise<LoginSession | undefined>
  /**
   * Ends the session of either token, and all of the other surfaces of its browser: those that come from the same login, and those in whose
   * place the visitor has logged in anew. `isAlone`: no other. Returns whether there was one.
   */
  revoke(
    token: string,
    holder: Holder,
    options?: { readonly isAlone?: boolean | undefined },
  ): Promise<boolean>
  /** Returns a session that has not ended, by its id. */
  byId(id: string): Promise<(Entry & { readonly root: string; readonly until: number }) | undefined>
  /** Ends all sessions of a user, or those with one key and what they were passed on to, but for the keys that stay. */
  endAll(user: UserRef, key?: string, staying?: readonly string[]): Promise<void>
}

/** Keeps the sessions of the wallet's site. */
export function createSessions(
  database: Kysely<LoginTables>,
  { users, now, onTheft }: createSessions.Options,
): Sessions {
  const families = createTokenFamilies<LoginFamily>(database as unknown as Kysely<never>, {
    store: 'login',
    now,
    tokenLifetime: tokenSeconds * 1_000,
    sessionLifetime: sessionSeconds * 1_000,
    onTheft: (family) => onTheft(refOf(family)),
  })

  /** Returns the user of a session; nothing if the account is gone. */
  async function userOf(family: LoginFamily): Promise<LoginUser | undefined> {
    const profile = await users.read(refOf(family))
    return profile === undefined ? undefined : { id: family.user_id, ...profile, way: family.way }
  }

  async function toSession(family: LoginFamily, pair: TokenPair): Promise<LoginSession | undefined> {
    const user = await userOf(family)
    return user === undefined ? undefined : { ...pair, expiresIn: tokenSeconds, user }
  }

  /** The login that a surface's session comes from. One that logs in anew still signs out with the other surfaces of its browser. */
  async function rootOf({ user: { project, user }, key }: Entry): Promise<string> {
    const before = await database
      .selectFrom('login_families')
      .select('root')
      .where('user_id', '=', user)
      .where('page', '=', project)
      .where('browser_key', '=', key)
      .where('expires_at', '>', now())
      .where('root', '<>', '')
      .orderBy('logged_in_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return before?.root ?? randomUUID()
  }

  return {
    async open(entry) {
      const { user: ref, key, way, at, root = await rootOf(entry), until } = entry
      const { project, user } = ref
      const columns = { page: project, browser_key: key, user_id: user, way, logged_in_at: at, root }
      const [pair] = await families.open([columns], until)
      const family = { ...columns, id: '', expires_at: 0 }
      const session = pair === undefined ? undefined : await toSession(family, pair)
      if (session === undefined) throw new Error('the account was deleted during the login')
      return session
    },
    async find(token, { project, key }) {
      const family = await families.find(token, { page: project, key })
      const user = family === undefined ? undefined : await userOf(family)
      if (family === undefined || user === undefined) return undefined
      return { id: family.id, user, project, key, loggedInAt: family.logged_in_at }
    },
    async refresh(refreshToken, { project, key }) {
      const next = await families.refresh(refreshToken, { page: project, key })
      return next === undefined ? undefined : toSession(next.family, next.pair)
    },
    async revoke(token, { project, key }, { isAlone = false } = {}) {
      const family = await families.revoke(token, { page: project, key })
      if (family === undefined) return false
      if (isAlone) return true
      // Until there is none: one that was being passed on meanwhile may have come after the others were read.
      for (;;) {
        const linked = await database
          .selectFrom('login_families')
          .select('id')
          .where('root', '=', family.root)
          // During an update a process of an older version opens sessions without a root, for everybody.
          .where('user_id', '=', family.user_id)
          .$if(family.root === '', (query) => query.where('logged_in_at', '=', family.logged_in_at))
          .execute()
        if (linked.length === 0) return true
        for (const { id } of linked) await families.end(id)
      }
    },
    async byId(id) {
      const family = await database
        .selectFrom('login_families')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now())
        .executeTakeFirst()
      if (family === undefined) return undefined
      const { browser_key: key, way, logged_in_at: at, root, expires_at: until } = family
      return { user: refOf(family), key, way, at, root, until }
    },
    async endAll({ project, user }, key, staying = []) {
      const roots = new Set<string>()
      // Until there is none, as above.
      for (;;) {
        const all = await database
          .selectFrom('login_families')
          .select(['id', 'browser_key', 'root'])
          .where('user_id', '=', user)
          .where('page', '=', project)
          .execute()
        for (const { browser_key, root } of all) if (browser_key === key && root !== '') roots.add(root)
        const isEnded = ({ browser_key, root }: (typeof all)[number]) =>
          key === undefined || browser_key === key || (roots.has(root) && !staying.includes(browser_key))
        const ended = all.filter(isEnded)
        if (ended.length === 0) return
        for (const { id } of ended) await families.end(id)
      }
    },
  }
}

export declare namespace createSessions {
  type Options = {
    readonly users: Pick<Users, 'read'>
    /** Epoch milliseconds. */
    readonly now: () => number
    /** Called after a stolen token has ended a session. */
    readonly onTheft: (user: UserRef) => void
  }
}

function refOf({ page, user_id }: LoginFamily): UserRef {
  return { project: page, user: user_id }
}
