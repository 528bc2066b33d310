import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context as HonoContext } from 'hono'
import { routePath } from 'hono/route'
import { addressKey, clientOf, truncateAddress } from './clientAddress.js'
import type { Context } from './context.js'
import { errorBody, HttpError } from './HttpError.js'
import { messageOf } from './log.js'
import type { Project } from './projects.js'

/** What a request carries from the middlewares to its handler. */
export type AppEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string; project: Project; context: Context }
}

export type App = Hono<AppEnvironment>

/**
 * The HTTP app that a service hangs its routes on: {@link createOpenApp}, and every call belongs to a project and counts
 * against its limit. It also works without a server: `app.request('/getWallets')`.
 */
export function createApp(context: Context): App {
  const app = createOpenApp(context)
  app.use(async (c, next) => {
    // Apps that hang in one server share the path, and so this middleware; a call is admitted and counted once.
    if (c.get('project') === undefined) {
      c.set('project', admit(c, context))
      limitRate(c, context)
    }
    return next()
  })
  return app
}

/** An HTTP app for anybody: every answer has a request id, CORS and security headers, and every failure is a JSON error. */
export function createOpenApp(context: Context): App {
  const app: App = new Hono<AppEnvironment>()
  app.use(async (c, next) => {
    if (c.get('requestId') !== undefined) return next()
    const startedAt = context.clock.steadyNow()
    c.set('requestId', randomUUID())
    c.set('context', context)
    if (c.req.method === 'OPTIONS') c.res = preflight(c)
    else await next()
    const { method } = c.req
    // The route's pattern, because a real path may hold an address.
    const path = routePath(c, -1)
    const milliseconds = Math.round(context.clock.steadyNow() - startedAt)
    context.log.debug('http.answered', { ...about(c), method, path, status: c.res.status, milliseconds })
    setHeaders(c)
  })

  app.notFound((c) => answerError(c, new HttpError('NOT_FOUND')))
  app.onError((error, c) => {
    if (error instanceof HttpError) return answerError(c, error)
    context.log.error('http.failed', { ...about(c), path: routePath(c, -1), error: messageOf(error) })
    return answerError(c, new HttpError('INTERNAL', { cause: error }))
  })
  return app
}

type RequestContext = HonoContext<AppEnvironment>

function admit(c: RequestContext, { projects }: Context): Project {
  const admission = projects.admit({
    projectId: c.req.query('projectId') || c.req.header('x-project-id'),
    origin: c.req.header('origin'),
  })
  if ('project' in admission) return admission.project
  const { status, message } = admission.refusal
  throw new HttpError(status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', { message })
}

function limitRate(c: RequestContext, { settings, requests }: Context): void {
  const project = c.get('project')
  const allowance = {
    rate: project.limits?.httpRate ?? settings.httpRate,
    burst: project.limits?.httpBurst ?? settings.httpBurst,
  }
  // Where every project id is welcome, a new one must not be a new allowance.
  const owner = settings.projects.length === 0 ? 'any' : project.id
  const key = `${owner} ${addressKey(clientAddress(c))}`
  if (requests.take(key, allowance)) return
  const seconds = requests.waitSeconds(key, allowance)
  throw new HttpError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } })
}

function clientAddress(c: RequestContext): string {
  const { incoming } = c.env ?? {}
  return incoming === undefined
    ? '127.0.0.1'
    : clientOf(incoming, c.get('context').settings.trustedProxies).address
}

function about(c: RequestContext) {
  return {
    requestId: c.get('requestId'),
    project: c.get('project')?.id,
    client: truncateAddress(clientAddress(c)),
  }
}

/** Answers a browser that asks before it calls. A refused project is not told here, so that the call itself can say it. */
function preflight(c: RequestContext): Response {
  c.header('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS')
  c.header(
    'access-control-allow-headers',
    'authorization, content-type, x-nonce-jwt, x-project-id, x-sdk-type, x-sdk-version',
  )
  c.header('access-control-max-age', '7200')
  return c.body(null, 204)
}

function answerError(c: RequestContext, error: HttpError): Response {
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
  c.header('cache-control', 'no-store')
  return c.json(errorBody(error, c.get('requestId')), error.status)
}

function setHeaders(c: RequestContext): void {
  c.header('x-request-id', c.get('requestId'))
  // Any page may read the answers: they are public, and no cookie or other ambient right is ever looked at. Which
  // pages may use a project is the project's own list, and refused with a text that the page can read.
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', 'x-request-id, retry-after')
  c.header('cross-origin-resource-policy', 'cross-origin')
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'no-referrer')
  c.header('x-frame-options', 'DENY')
  // A picture may bring a stricter policy of its own; nothing may bring a looser one.
  if (!c.res.headers.has('content-security-policy')) {
    c.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
  }
}
