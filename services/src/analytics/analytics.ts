import { timingSafeEqual } from 'node:crypto'
import { analyticsEvent, postEvent } from 'latchkey/protocol'
import * as v from 'valibot'
import { type App, createApp, createOpenApp, guessesOf } from '../shared/app.js'
import { clientOf, isLoopbackHost } from '../shared/clientAddress.js'
import { repeat } from '../shared/clock.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { messageOf } from '../shared/log.js'
import { openProjectId } from '../shared/projects.js'
import { route } from '../shared/route.js'
import { dayOf, openCounts } from './counts.js'
import { renderPage, style } from './page.js'

export type Analytics = { readonly app: App; close(): void }

const dayLength = 86_400_000
/** How often counts are written to disk, in milliseconds. A crash loses at most the counts of this interval. */
const flushInterval = 2_000
/** How often an address may try a wrong password: ten times, then every six seconds. */
const wrongPasswords = { rate: 1 / 6, burst: 10 }
/** How many recent event ids are remembered, so that an event sent twice counts once. */
const remembered = 10_000

/**
 * Counts the events that kits report (`POST /e`, spec §7 "Analytics") and shows the counts on `/analytics`. Stores only
 * counts per day.
 *
 * @param directory Where the counts are stored; without it they are lost when the process ends.
 * @throws `NewerSchemaError`
 */
export async function createAnalytics(context: Context, directory: string | undefined): Promise<Analytics> {
  const { settings, clock, log } = context
  const counts = await openCounts(directory)
  const seen = new Set<string>()
  const oldest = () => dayOf(clock.now() - settings.analyticsDays * dayLength)
  const stopFlushing = repeat(clock, flush, flushInterval)
  function flush() {
    try {
      counts.flush(oldest())
    } catch (error) {
      log.error('analytics.failed', { error: messageOf(error) })
    }
  }

  const app = createOpenApp(context)
  app.get('/analytics', (c) => {
    const { incoming } = c.env ?? {}
    const host = c.req.header('host') ?? new URL(c.req.url).host
    const origin = c.req.header('origin')
    // A site that points its own name at this machine (DNS rebinding) sends that name as `Host`.
    const isLocal =
      isLoopbackHost(host) && (incoming === undefined || clientOf(incoming, settings.trustedProxies).isLocal)
    if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()))
      throw new HttpError('FORBIDDEN', { message: 'No other page may read this one' })
    const authorization = c.req.header('authorization')
    const guesses = guessesOf(c, 'analytics', wrongPasswords)
    // A browser that has not asked its user yet sends none, which is no guess.
    const isGuess = settings.analyticsPassword !== undefined && authorization !== undefined
    if (isGuess) guesses.check()
    if (!mayRead(authorization, settings.analyticsPassword, isLocal)) {
      if (isGuess) guesses.wrong()
      throw new HttpError('UNAUTHORIZED', {
        message:
          settings.analyticsPassword === undefined
            ? 'Set LATCHKEY_ANALYTICS_PASSWORD to read this page from another machine'
            : 'The password is wrong',
        headers:
          settings.analyticsPassword === undefined
            ? {}
            : { 'www-authenticate': 'Basic realm="analytics", charset="UTF-8"' },
      })
    }
    const days = Math.min(Math.max(Math.trunc(Number(c.req.query('days'))) || 30, 1), settings.analyticsDays)
    const projects = counts.projects()
    const project = c.req.query('project') ?? projects[0] ?? openProjectId
    const since = dayOf(clock.now() - (days - 1) * dayLength)
    c.header('cache-control', 'no-store')
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src '${style.hash}'; form-action 'self'; frame-ancestors 'none'`,
    )
    return c.html(renderPage({ project, projects, days, since, counts: counts.since(since, project) }))
  })

  // Without configured projects every id is accepted: invented ids must not fill the disk and the page.
  const nameOf = (id: string) => (settings.projects.length === 0 ? openProjectId : id)
  const reports = createApp(context)
  route(reports, postEvent, ({ body, project }) => {
    const event = v.safeParse(analyticsEvent, body)
    if (!event.success)
      throw new HttpError('INVALID_BODY', { details: v.summarize(event.issues).slice(0, 300) })
    const { eventId } = event.output
    if (!seen.has(eventId)) {
      seen.add(eventId)
      const [first] = seen
      if (seen.size > remembered && first !== undefined) seen.delete(first)
      counts.add(event.output, nameOf(project.id), clock.now())
    }
    return {}
  })
  app.route('/', reports)

  return {
    app,
    close() {
      stopFlushing()
      try {
        counts.close()
      } catch (error) {
        // The other stores must be closed as well.
        log.error('analytics.failed', { error: messageOf(error) })
      }
    },
  }
}

/** Checks basic authentication, ignoring the user name. Without a configured password only this machine may read. */
function mayRead(header: string | undefined, password: string | undefined, isLocal: boolean): boolean {
  if (password === undefined) return isLocal
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/i.exec(header ?? '') ?? []
  const given = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '')
  const [left, right] = [Buffer.from(given), Buffer.from(password)]
  return left.length === right.length && timingSafeEqual(left, right)
}
