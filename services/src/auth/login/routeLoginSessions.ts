import {
  endLogin,
  endLoginBody,
  linkLogin,
  makeTicket,
  readTicket,
  readTicketBody,
  redeemLink,
  redeemLinkBody,
  refreshLogin,
  refreshLoginBody,
  ticketBody,
} from 'latchkey/protocol'
import type { App } from '../../shared/app.js'
import { HttpError } from '../../shared/HttpError.js'
import { route } from '../../shared/route.js'
import { hashOf } from '../AuthStore.js'
import { tokenOf } from '../tokenOf.js'
import { createSecret } from './flows.js'
import type { LoginParts } from './LoginParts.js'
import { nobody } from './nobody.js'
import type { Rule } from './quotas.js'
import { readBody } from './readBody.js'
import { readHost } from './readHost.js'
import { sessionSeconds } from './sessions.js'

/** How long a code for another surface is valid, in seconds, and a ticket, in milliseconds. */
const surfaceSeconds = 60
const ticketLife = 30 * 86_400_000
/**
 * How often the sessions of one browser are passed on, at most: 20 in 30 days, as long as a session lives; beyond that the
 * visitor logs in anew.
 */
const passRule: Rule = { count: 20, window: sessionSeconds * 1_000 }

/** Adds the calls of sessions: refresh and end them, pass them to another surface, and make and read tickets. */
export function routeLoginSessions(app: App, parts: LoginParts): void {
  const { context, database, users, sessions, links, quotas, accounts, frameUrl, checkKey, checkLogin } =
    parts
  const { clock } = context

  route(app, refreshLogin, async (input) => {
    const { refreshToken } = readBody(refreshLoginBody, input)
    const key = await checkKey(input, refreshLogin)
    const session = await sessions.refresh(refreshToken, { project: input.project.id, key })
    if (session === undefined) throw nobody()
    return session
  })

  route(app, endLogin, async (input) => {
    const { isAlone } = readBody(endLoginBody, input)
    const { project, key } = await checkLogin(input, endLogin)
    await sessions.revoke(tokenOf(input, 'authorization', 'DPoP') ?? '', { project, key }, { isAlone })
    return {}
  })

  route(app, linkLogin, async (input) => {
    const { id, project } = await checkLogin(input, linkLogin)
    return { code: await links.make({ kind: 'surface', project, subject: id }, surfaceSeconds) }
  })

  route(app, redeemLink, async (input) => {
    const { code } = readBody(redeemLinkBody, input)
    const key = await checkKey(input, redeemLink)
    const link = await links.take(code)
    const session = link?.kind === 'surface' ? await sessions.byId(link.subject) : undefined
    const project = input.project.id
    if (link === undefined || session === undefined || link.project !== project) throw nobody()
    const counted = await quotas.take(`passed ${hashOf(session.root || link.subject)}`, [passRule])
    if ('wait' in counted) {
      const wait = String(Math.ceil(counted.wait / 1_000))
      throw new HttpError('RATE_LIMITED', { headers: { 'retry-after': wait } })
    }
    // The other surface of a browser is no new device. The login is as old as it was.
    await users.noteDevice(session.user.user, key)
    const opened = await sessions.open({ ...session, key })
    if ((await sessions.byId(link.subject)) !== undefined) return opened
    // Whoever has signed out meanwhile may not have found this one.
    await sessions.revoke(opened.token, { project, key })
    throw nobody()
  })

  route(app, makeTicket, async (input) => {
    const host = readHost(input.project, readBody(ticketBody, input).host, frameUrl)
    const { id: family, project } = await checkLogin(input, makeTicket)
    const ticket = createSecret()
    const expires = clock.now() + ticketLife
    const row = { hash: hashOf(ticket), project, family, host, expires_at: expires }
    await database.insertInto('login_tickets').values(row).execute()
    return { ticket }
  })

  route(app, readTicket, async (input) => {
    const { ticket, host } = readBody(readTicketBody, input)
    await checkKey(input, readTicket)
    const row = await database
      .selectFrom('login_tickets')
      .select('family')
      .where('hash', '=', hashOf(ticket))
      .where('project', '=', input.project.id)
      .where('host', '=', host)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst()
    // A ticket ends with its session.
    const session = row === undefined ? undefined : await sessions.byId(row.family)
    if (session === undefined) throw nobody()
    const [profile, account] = await Promise.all([users.read(session.user), accounts.read(session.user)])
    if (profile === undefined || account === undefined) throw nobody()
    return { user: { id: session.user.user, ...profile, way: session.way }, ...account }
  })
}
