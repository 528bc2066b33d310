import type { Kysely } from 'kysely'
import { getLoginMethods } from 'latchkey/protocol'
import type { DataKeys, UserRef } from '../../keys/DataKeys.js'
import { createMailer, type Mailer } from '../../outbound/createMailer.js'
import { type App, createApp, createOpenApp } from '../../shared/app.js'
import type { Context } from '../../shared/context.js'
import { emptyWal } from '../../shared/database/emptyWal.js'
import { openDatabase } from '../../shared/database/openDatabase.js'
import { route } from '../../shared/route.js'
import { createProofCheck } from '../checkProof.js'
import { createUsedProofs } from '../usedProofs.js'
import { createFlows } from './flows.js'
import type { CheckLogin } from './Login.js'
import type { Accounts, LoginParts } from './LoginParts.js'
import type { LoginWay } from './LoginWay.js'
import { createLinks } from './links.js'
import { createLoginCheck } from './loginCheck.js'
import { type LoginTables, loginMigrations, type WayName } from './loginTables.js'
import { loginWays } from './loginWays.js'
import type { Notice } from './mail/Letter.js'
import { createNotices } from './mail/notices.js'
import { createOutbox } from './mail/outbox.js'
import { createQuotas } from './quotas.js'
import { routeLoginSessions } from './routeLoginSessions.js'
import { routeResult } from './routeResult.js'
import { createSessions } from './sessions.js'
import { startSweeping } from './startSweeping.js'
import { createUsers } from './users.js'
import { createWait } from './wait.js'

/** The login of the wallet's site, as the site's server and the key service use it. */
export type LoginService = {
  /** The calls below `/auth/v1/login`, for an app that has admitted the project. */
  readonly calls: App
  /** The pages below `/login`, which belong to no project. */
  readonly pages: App
  readonly checkLogin: CheckLogin
  /** Tells a user by mail what has happened to the account. Resolves when the mail is stored, and never rejects. */
  readonly notify: (user: UserRef, notice: Notice) => Promise<void>
  /** Ends all sessions of a user, or those with one key. */
  readonly endSessions: (user: UserRef, key?: string, staying?: readonly string[]) => Promise<void>
  /** Ends a user's sessions and forgets who they are. */
  readonly forget: (user: UserRef) => Promise<void>
  close(): Promise<void>
}

/**
 * Logs visitors in to the wallet's site (spec §10 "Login calls"): by the ways that the operator has configured, with sessions
 * that are bound to the key of the surface.
 */
export async function createLogin(context: Context, options: createLogin.Options): Promise<LoginService> {
  const { frameUrl, directory, keys, accounts, passkeys, custody, site, ways = loginWays } = options
  const { settings, clock, log, health } = context
  const now = () => clock.now()
  const onTrouble = ({ message }: Error) => log.warn('login.database', { reason: message })
  const { database, kind } = await openDatabase<LoginTables>(
    { databaseUrl: settings.databaseUrl, directory, onTrouble, health },
    { name: 'login', migrations: loginMigrations },
  )
  const useProof = createUsedProofs(database as unknown as Kysely<never>, 'login', now)
  const checkProof = createProofCheck(context, { useProof }, () => [frameUrl])
  const users = createUsers(database, keys, now)
  const quotas = createQuotas(database, now)
  const mailer = options.mailer ?? createMailer(settings, clock)
  const outbox = mailer === undefined ? undefined : createOutbox({ context, database, keys, quotas, mailer })
  const { notify, tell } = createNotices({ context, users, quotas, outbox })
  const sessions = createSessions(database, {
    users,
    now,
    onTheft: (user) => tell(user, { type: 'session-ended' }),
  })
  const { checkKey, checkLogin } = createLoginCheck(checkProof, sessions)
  const closing = new AbortController()
  const parts: LoginParts = {
    ...{ context, frameUrl, database, keys, accounts, passkeys, users, quotas, sessions, outbox },
    ...{ checkKey, checkLogin, tell },
    flows: createFlows(database, keys, now),
    links: createLinks(database, now),
    wait: createWait(clock, closing.signal),
  }

  const calls = createApp(context)
  const pages = createOpenApp(context)
  calls.use('/auth/v1/login/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
    c.header('date', new Date(clock.now()).toUTCString())
  })
  const offered = ways.filter((way) => way.offered(settings).length > 0)
  const names = new Set(offered.flatMap((way) => way.offered(settings)))
  // Without a key service nobody has a passkey.
  if (passkeys === undefined) names.delete('passkey')
  const offers = (name: WayName) => names.has(name)
  const { loginOidc } = settings
  route(calls, getLoginMethods, () => ({
    email: offers('email'),
    socials: socials.filter(offers),
    ...(loginOidc !== undefined && offers('oidc') ? { oidc: { name: loginOidc.name } } : {}),
    farcaster: offers('farcaster'),
    passkey: offers('passkey'),
    ...{ custody, site },
  }))
  for (const way of offered) way.route({ calls, pages }, parts)
  const advances = offered.flatMap((way) => {
    const advance = way.advance?.(parts)
    return advance === undefined ? [] : way.offered(settings).map((name) => [name, advance] as const)
  })
  routeResult(calls, parts, new Map(advances))
  routeLoginSessions(calls, parts)

  const stopSweeping = startSweeping(database, context)
  outbox?.kick()

  return {
    ...{ calls, pages, checkLogin, notify },
    endSessions: sessions.endAll,
    async forget(user) {
      await sessions.endAll(user)
      await users.forget(user)
      await emptyWal(database, kind)
    },
    async close() {
      closing.abort()
      stopSweeping()
      await outbox?.close()
      await database.destroy()
    },
  }
}

/** In the order in which a modal shows them. */
const socials = ['google', 'x', 'discord', 'github', 'apple', 'facebook'] as const

export declare namespace createLogin {
  type Options = {
    /** The origin of the wallet's site. */
    readonly frameUrl: string
    /** Where users and sessions are stored unless the settings name a database. */
    readonly directory: string | undefined
    readonly keys: DataKeys
    readonly accounts: Accounts
    /** The passkeys of wallets, with which visitors can log in too. */
    readonly passkeys?: LoginParts['passkeys']
    /** Who can open the wallets that are made now. */
    readonly custody: 'self' | 'convenience'
    /** The hash of the wallet's site. */
    readonly site: string
    /** By default all. */
    readonly ways?: readonly LoginWay[] | undefined
    /** By default the mail server of the settings. */
    readonly mailer?: Mailer | undefined
  }
}
