import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context as HonoContext } from 'hono'
import { routePath } from 'hono/route'
import { type Caller, callerFor } from './caller.js'
import { addressKey, clientOf, truncateAddress } from './clientAddress.js'
import type { Context } from './context.js'
import { DatabaseUnreachableError } from './database/guardPool.js'
import { isDiskFull } from './database/isDiskFull.js'
import { errorBody, HttpError } from './HttpError.js'
import { messageOf } from './log.js'
import { pageOrigin } from './pageOrigin.js'
import type { Project } from './projects.js'
import type { Settings } from './settings.js'
import type { Allowance } from './tokenBucket.js'

/** The values that middlewares pass to a request's handler. */
export type AppEnvironment = {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string; project: Project; context: Context }
}

export type App = Hono<AppEnvironment>

/** What pages may send. `solana-client`: the Solana libraries name themselves with every call, and cannot be told not to. */
const allowedHeaders =
  'authorization, content-type, dpop, solana-client, x-nonce-jwt, x-project-id, x-sdk-type, x-sdk-version'

/** Paths for the operator only, which pages of other origins must not read. */
const privatePaths: ReadonlySet<string> = new Set(['/analytics'])

/**
 * Creates a service's HTTP app: {@link createOpenApp}, and each call must belong to a project and counts against its
 * limit. It also works without a server: `app.request('/getWallets')`.
 */
export function createApp(context: Context): App {
  const app = createOpenApp(context)
  app.use(async (c, next) => {
    // Apps mounted in one server share this middleware, so it must admit and count a call once.
    if (c.get('project') !== undefined) return next()
    return enter(c, admitProject(c, originOf(c, context.settings)), next)
  })
  return app
}

/** Counts a call against its project's limit, and runs the rest of it in the project's name. */
export function enter(c: RequestContext, project: Project, next: () => Promise<void>): Promise<void> {
  c.set('project', project)
  charge(c, 1)
  return c.get('context').callers.run(callerOf(c), next)
}

/** How an app answers pages. */
export type Manners = {
  /** Whether pages of any origin may call a path. */
  readonly isOpen: (path: string) => boolean
  readonly setHeaders: (c: RequestContext) => void
}

/**
 * Creates an HTTP app without projects: every answer has a request id, CORS and security headers, and every failure is
 * a JSON error.
 */
export function createOpenApp(context: Context, manners: Manners = openManners): App {
  const app: App = new Hono<AppEnvironment>()
  app.use(async (c, next) => {
    if (c.get('requestId') !== undefined) return next()
    const startedAt = context.clock.steadyNow()
    c.set('requestId', randomUUID())
    c.set('context', context)
    if (c.req.method === 'OPTIONS' && manners.isOpen(c.req.path)) c.res = preflight(c)
    else await next()
    const { method } = c.req
    // Log the route's pattern, because a real path may contain an address.
    const path = routePath(c, -1)
    const milliseconds = Math.round(context.clock.steadyNow() - startedAt)
    context.log.debug('http.answered', { ...about(c), method, path, status: c.res.status, milliseconds })
    c.header('x-request-id', c.get('requestId'))
    c.header('x-content-type-options', 'nosniff')
    c.header('referrer-policy', 'no-referrer')
    manners.setHeaders(c)
  })

  app.notFound((c) => answerError(c, new HttpError('NOT_FOUND')))
  app.onError((error, c) => {
    if (error instanceof HttpError) return answerError(c, error)
    context.log.error('http.failed', { ...about(c), path: routePath(c, -1), error: messageOf(error) })
    if (error instanceof DatabaseUnreachableError || isDiskFull(error))
      return answerError(c, new HttpError('DATABASE_UNREACHABLE', { headers: { 'retry-after': '5' } }))
    return answerError(c, new HttpError('INTERNAL', { cause: error }))
  })
  return app
}

export type RequestContext = HonoContext<AppEnvironment>

/**
 * Returns the project that a call names, if a page may use it.
 *
 * @param origin The calling page; without one the project's list of pages does not apply.
 * @throws `UNAUTHORIZED`, `FORBIDDEN`
 */
export function admitProject(c: RequestContext, origin: string | undefined): Project {
  const admission = c.get('context').projects.admit({
    projectId: c.req.query('projectId') || c.req.header('x-project-id') || projectIn(c.req.path),
    origin,
  })
  if ('project' in admission) return admission.project
  const { status, message } = admission.refusal
  throw new HttpError(status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN', { message })
}

/** Some programs can only append paths to a base address: it then names the project, `…/project/ID/…`. */
function projectIn(path: string): string | undefined {
  return /\/project\/([\w-]{1,64})\//.exec(path)?.[1]
}

/** Returns the origin of the calling page, also for a page on the services' own origin. */
export function originOf(c: HonoContext, settings: Settings): string | undefined {
  return pageOrigin({ method: c.req.method, header: (name) => c.req.header(name) }, settings)
}

/** Takes a call's cost from the allowance of its project and client. Throws `RATE_LIMITED`. */
export function charge(c: HonoContext<AppEnvironment>, cost: number): void {
  const { settings } = c.get('context')
  const project = c.get('project')
  takeFor(c, 'http', {
    rate: project.limits?.httpRate ?? settings.httpRate,
    burst: project.limits?.httpBurst ?? settings.httpBurst,
    cost,
  })
}

/** An allowance, and the amount to take from it. */
type Taken = Allowance & { readonly cost?: number | undefined }

/** Takes from a named allowance of a call's project and client. Throws `RATE_LIMITED`. */
export function takeFor(c: HonoContext<AppEnvironment>, name: string, taken: Taken): void {
  takeBy(c, `${name} ${callerOf(c).client}`, taken)
}

/**
 * Limits how often one address may guess a secret, whatever project it names: only wrong guesses count.
 *
 * @throws `RATE_LIMITED` by `check`, which comes before the guess is looked at.
 */
export function guessesOf(c: HonoContext<AppEnvironment>, name: string, allowance: Allowance) {
  const key = `${name} ${addressKey(clientAddress(c))}`
  const { requests } = c.get('context')
  return {
    check() {
      if (requests.level(key, allowance) < 1) throw limited(requests.waitSeconds(key, allowance))
    },
    wrong: () => requests.spend(key, allowance, 1),
  }
}

function takeBy(c: HonoContext<AppEnvironment>, key: string, { cost = 1, ...allowance }: Taken): void {
  const { requests } = c.get('context')
  if (requests.take(key, allowance, cost)) return
  throw limited(requests.waitSeconds(key, allowance, cost))
}

function limited(seconds: number): HttpError {
  return new HttpError('RATE_LIMITED', { headers: { 'retry-after': String(seconds) } })
}

function callerOf(c: HonoContext<AppEnvironment>): Caller {
  return callerFor(c.get('context').settings, c.get('project').id, addressKey(clientAddress(c)))
}

/** Returns the client's IP address, as far as it is known. */
export function clientAddress(c: RequestContext): string {
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

/**
 * Answers a CORS preflight. An unknown project is not refused here, so that the page can read the error of the call
 * itself.
 */
function preflight(c: RequestContext): Response {
  c.header('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS')
  c.header('access-control-allow-headers', allowedHeaders)
  c.header('access-control-max-age', '7200')
  return c.body(null, 204)
}

function answerError(c: RequestContext, error: HttpError): Response {
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
  c.header('cache-control', 'no-store')
  return c.json(errorBody(error, c.get('requestId')), error.status)
}

/** Any page may read the answers, except on the operator's paths: they are public, and no cookie is ever read. */
const openManners: Manners = {
  isOpen: () => true,
  setHeaders(c) {
    // The project's own list decides which pages may use a project; others get an error text that they can read.
    if (!privatePaths.has(c.req.path)) setReadable(c)
    c.header('cross-origin-resource-policy', privatePaths.has(c.req.path) ? 'same-origin' : 'cross-origin')
    c.header('x-frame-options', 'DENY')
    // A picture may set a stricter policy than the default.
    if (!c.res.headers.has('content-security-policy')) c.header('content-security-policy', barePolicy)
  },
}

/** The policy of an answer that is no page. */
export const barePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Lets pages of any origin read an answer. */
export function setReadable(c: RequestContext): void {
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', 'x-request-id, x-source, x-more, retry-after, date')
}
