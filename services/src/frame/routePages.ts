import { isOriginAllowed } from 'latchkey/protocol'
import type { App, RequestContext } from '../shared/app.js'
import { admitProject, charge } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { escapeHtml } from '../shared/escapeHtml.js'
import { HttpError } from '../shared/HttpError.js'
import type { Project } from '../shared/projects.js'
import { ancestorsOf, pageOf } from './ancestorsOf.js'
import type { FrameHeaders } from './frameHeaders.js'
import type { Site, SitePage } from './readSite.js'
import type { SiteChain } from './siteChains.js'

/** Most origins whose refusal is logged: each once. */
const mostRefused = 1_000

/**
 * Serves the wallet's site: `/f/` leads to the newest build, `/f/{hash}/` is the page for an iframe, `/f/{hash}/window/` the
 * one for a window. Both are written for the project: a meta element has its list of origins, and the chains.
 */
export function routePages(app: App, context: Context, { site, chains, headers }: routePages.Parts): void {
  const refused = new Set<string>()

  app.on('GET', ['/f', '/f/'], (c) => redirect(c, headers, `/f/${site.hash}/`))
  app.get('/f/:hash{[a-z0-9]{16,64}}', (c) => redirect(c, headers, `/f/${c.req.param('hash')}/`))
  app.get('/f/:hash{[a-z0-9]{16,64}}/window', (c) =>
    redirect(c, headers, `/f/${c.req.param('hash')}/window/`),
  )

  app.get('/f/:hash{[a-z0-9]{16,64}}/', (c) =>
    answer(c, site.builds.get(c.req.param('hash'))?.frame, (project) => {
      const referer = c.req.header('referer')
      noteRefused(project, c.req.header('sec-fetch-dest') === 'iframe' ? pageOf(referer) : undefined)
      return ancestorsOf(project, referer)
    }),
  )

  app.get('/f/:hash{[a-z0-9]{16,64}}/window/', (c) => {
    // A window keeps its opener, with which it talks. No page may embed it.
    c.header('cross-origin-opener-policy', 'unsafe-none')
    return answer(c, site.builds.get(c.req.param('hash'))?.window, () => [])
  })

  app.get('/f/:hash{[a-z0-9]{16,64}}/:path{.+}', (c) => {
    const file = site.builds.get(c.req.param('hash'))?.files.get(c.req.param('path'))
    if (file === undefined) throw new HttpError('NOT_FOUND')
    headers.setFile(c)
    c.header('content-type', file.type)
    c.header('vary', 'accept-encoding')
    const isPacked = file.packed !== undefined && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    if (isPacked) c.header('content-encoding', 'gzip')
    return c.body(isPacked ? (file.packed ?? file.body) : file.body)
  })

  function answer(
    c: RequestContext,
    page: SitePage | undefined,
    ancestorsFor: (project: Project) => readonly string[],
  ): Response {
    const project = projectOf(c)
    if (project === undefined) {
      headers.setPage(c)
      return c.html(refusal('This site is not allowed to use this wallet'), 403)
    }
    c.set('project', project)
    charge(c, 1)
    if (page === undefined) {
      headers.setPage(c)
      return c.html(refusal('This version of the wallet is not here any more'), 404)
    }
    headers.setPage(c, { ancestors: ancestorsFor(project), inline: page.inline })
    return c.html(`${page.before}${settingsOf(project, chains)}${page.after}`)
  }

  /** Logs the page that a project does not list, because its owner sees only an empty frame (decision 325). */
  function noteRefused(project: Project, origin: string | undefined): void {
    if (origin === undefined || isOriginAllowed(origin, project.origins ?? [])) return
    const key = `${project.id} ${origin}`
    if (refused.has(key) || refused.size >= mostRefused) return
    refused.add(key)
    context.log.warn('frame.refused', { project: project.id, url: origin })
  }
}

export declare namespace routePages {
  type Parts = {
    readonly site: Site
    readonly chains: readonly SiteChain[]
    readonly headers: FrameHeaders
  }
}

function redirect(c: RequestContext, headers: FrameHeaders, path: string): Response {
  headers.setPage(c)
  return c.redirect(`${path}${new URL(c.req.url).search}`, 302)
}

/** Returns the project; nothing if it is unknown or suspended. */
function projectOf(c: RequestContext): Project | undefined {
  try {
    return admitProject(c, undefined)
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

function settingsOf({ id, origins = [] }: Project, chains: readonly SiteChain[]): string {
  const settings = JSON.stringify({ projectId: id, origins, chains })
  return `<meta name="latchkey-settings" content="${escapeHtml(settings)}">`
}

function refusal(title: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>`
}
