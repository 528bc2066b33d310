import { getLoginMethods } from 'latchkey/protocol'
import type { LoginService } from '../auth/login/createLogin.js'
import { mayEmbed } from '../auth/login/readHost.js'
import { type App, admitProject, createOpenApp, enter, originOf } from '../shared/app.js'
import type { Context } from '../shared/context.js'
import { HttpError } from '../shared/HttpError.js'
import { createFrameHeaders } from './frameHeaders.js'
import type { Site } from './readSite.js'
import { routeOperations } from './routeOperations.js'
import { routePages } from './routePages.js'
import type { SiteChain } from './siteChains.js'

export declare namespace createFrame {
  type Parts = {
    /** The site's origin. */
    readonly frameUrl: string
    readonly site: Site
    readonly login: Pick<LoginService, 'calls' | 'pages'>
    /** The calls below `/keys/v1`. */
    readonly keys?: App | undefined
    /** The blockchain service, which answers the site's questions to nodes. */
    readonly blockchain?: App | undefined
    /** The chains that wallets can use; by default none. */
    readonly chains?: readonly SiteChain[] | undefined
  }
}

/**
 * Creates the server of the wallet's origin (decision 320): the site, the login, the key service and JSON-RPC. Except for the
 * list of ways to log in, no page of another origin can call it or read an answer. It sets no cookies.
 */
export function createFrame(
  context: Context,
  { frameUrl, site, login, keys, blockchain, chains = [] }: createFrame.Parts,
): App {
  const headers = createFrameHeaders(frameUrl, new Set([getLoginMethods.path]))
  const app = createOpenApp(context, headers.manners)

  app.use((c, next) => {
    // A service worker would outlive the one page that was attacked (docs/security.md "The wallet's site").
    if (c.req.header('service-worker') !== undefined) throw new HttpError('FORBIDDEN')
    return next()
  })
  routePages(app, context, { site, chains, headers })
  app.route('/', login.pages)

  app.get(getLoginMethods.path, (c, next) => {
    const page = pageOf(originOf(c, context.settings))
    const project = admitProject(c, page)
    // Where the browser would not show the wallet, nobody is to be offered a login (decision 325).
    if (page !== undefined && !mayEmbed(project, page)) throw new HttpError('FORBIDDEN')
    return enter(c, project, next)
  })
  for (const path of ['/auth/v1/login/*', '/keys/v1/*', '/rpc/*'])
    app.use(path, (c, next) => {
      if (c.get('project') !== undefined) return next()
      if (pageOf(c.req.header('origin')) !== undefined) throw new HttpError('FORBIDDEN')
      // The blockchain service admits and counts what it is passed.
      if (c.req.path === '/rpc') return next()
      return enter(c, admitProject(c, undefined), next)
    })
  if (blockchain !== undefined) app.post('/rpc', (c) => blockchain.fetch(toBlockchain(c.req.raw), c.env))
  routeOperations(app, context)
  app.route('/', login.calls)
  if (keys !== undefined) app.route('/', keys)
  return app

  /** Returns the page of another origin that calls. */
  function pageOf(origin: string | undefined): string | undefined {
    return origin === frameUrl ? undefined : origin
  }
}

/** Writes a call of the site as one to the blockchain service, from no page: its list of origins is about others. */
function toBlockchain(request: Request): Request {
  const url = new URL(request.url)
  url.pathname = '/v1/'
  const headers = new Headers(request.headers)
  for (const name of ['origin', 'referer']) headers.delete(name)
  const { body, signal } = request
  // The types of `fetch` do not know the member that a streamed body needs.
  const options: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    headers,
    body,
    signal,
    duplex: 'half',
  }
  return new Request(url, options)
}
