import { timingSafeEqual } from 'node:crypto'
import { analyticsEvent, postEvent } from 'latchkey/protocol'
import * as v from 'valibot'
import { type App, createApp, createOpenApp } from '../shared/app.js'
import { clientOf } from '../shared/clientAddress.js'
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
/** How often counts are written to disk, in milliseconds: as much may be lost with the process. */
const flushInterval = 2_000
/** Ids of the last events, so that one sent twice counts once. */
const remembered = 10_000

/**
 * Counts what kits report (`POST /e`, spec §7 "Analytics") and shows the counts on `/analytics`. Keeps counts by day only.
 *
 * @param directory Where the counts live; without it they are forgotten when the process ends.
 */
export function createAnalytics(context: Context, directory: string | undefined): Analytics {
  const { settings, clock, log } = context
  const counts = openCounts(directory)
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
    const isLocal = incoming === undefined || clientOf(incoming, settings.trustedProxies).isLocal
    if (!mayRead(c.req.header('authorization'), settings.analyticsPassword, isLocal)) {
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
      counts.add(event.output, project.id, clock.now())
    }
    return {}
  })
  app.route('/', reports)

  return {
    app,
    close() {
      stopFlushing()
      counts.close()
    },
  }
}

/** Basic authentication with any name; without a password set, from this machine only. */
function mayRead(header: string | undefined, password: string | undefined, isLocal: boolean): boolean {
  if (password === undefined) return isLocal
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/i.exec(header ?? '') ?? []
  const given = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '')
  const [left, right] = [Buffer.from(given), Buffer.from(password)]
  return left.length === right.length && timingSafeEqual(left, right)
}
