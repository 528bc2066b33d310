import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context as HonoContext } from 'hono'
import type { Answer, Endpoint, PathParameters } from 'latchkey/protocol'
import * as v from 'valibot'
import type { App, AppEnvironment } from './app.js'
import { HttpError } from './HttpError.js'
import type { Project } from './projects.js'

/** A picture as a handler gives it: its bytes or SVG text, and its MIME type. */
export type Picture = { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> }

/** What a handler is given: the query as the endpoint's schema read it, and who asks. */
export type RouteInput<endpoint extends Endpoint> = {
  readonly params: PathParameters<endpoint['path']>
  readonly query: v.InferOutput<endpoint['query']>
  /** The JSON body of a POST, unread. */
  readonly body: unknown
  readonly project: Project
  /** A header of the request, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal
}

/** JSON that the endpoint's answer schema reads, or a picture. */
export type RouteAnswer<endpoint extends Endpoint> = endpoint['answer'] extends 'image'
  ? Picture
  : Answer<endpoint>

export type RouteOptions = {
  /** For how many seconds a cache may keep the answer without asking again; 0, the default: it must ask. */
  readonly maxAge?: number | undefined
}

/**
 * Answers one endpoint of `latchkey/protocol`: the same object that the client calls.
 *
 * - A query that the schema refuses is a 400 that names the parameter; throw {@link HttpError} for anything else.
 * - Every answer has an `ETag`, and a client that has it already gets a 304 without a body.
 * - With `context.checkAnswers` (tests) the answer must be exactly what the client's schema will make of it.
 *
 * @example
 * ```ts
 * route(app, getWalletImage, ({ params }) => pictures.get(params.id) ?? notFound(params.id), { maxAge: 86_400 })
 * ```
 */
export function route<const endpoint extends Endpoint>(
  app: App,
  endpoint: endpoint,
  handler: (input: RouteInput<endpoint>) => RouteAnswer<endpoint> | Promise<RouteAnswer<endpoint>>,
  { maxAge = 0 }: RouteOptions = {},
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const input = {
      params: c.req.param() as PathParameters<endpoint['path']>,
      query: readQuery(c, endpoint),
      body: endpoint.method === 'POST' ? await readBody(c) : undefined,
      project: c.get('project'),
      header: (name: string) => c.req.header(name),
      signal: c.req.raw.signal,
    }
    const answer = await handler(input)
    if (endpoint.answer === 'image') return send(c, answer as Picture, maxAge)
    if (c.get('context').checkAnswers) checkAnswer(endpoint, answer)
    return send(c, { type: 'application/json', body: JSON.stringify(answer) }, maxAge)
  })
  app.all(endpoint.path, () => {
    throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: `${endpoint.method}, OPTIONS` } })
  })
}

type RequestContext = HonoContext<AppEnvironment>

function readQuery<endpoint extends Endpoint>(
  c: RequestContext,
  endpoint: endpoint,
): v.InferOutput<endpoint['query']> {
  // The last of several equal names counts.
  const result = v.safeParse(endpoint.query, Object.fromEntries(new URL(c.req.url).searchParams))
  if (result.success) return result.output
  throw new HttpError('INVALID_QUERY', { details: describe(result.issues) })
}

async function readBody(c: RequestContext): Promise<unknown> {
  const limit = c.get('context').settings.httpBodySize
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = c.req.raw.body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      throw new HttpError('BODY_TOO_LARGE', { details: `more than ${limit} bytes` })
    }
    chunks.push(value)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw new HttpError('INVALID_BODY', { details: 'not JSON', cause: error })
  }
}

function checkAnswer(endpoint: Endpoint, answer: unknown): void {
  if (endpoint.answer === 'image') return
  const sent: unknown = JSON.parse(JSON.stringify(answer))
  const result = v.safeParse(endpoint.answer, sent)
  if (!result.success)
    throw new Error(`${endpoint.path} answers against its schema: ${describe(result.issues)}`)
  const read: unknown = JSON.parse(JSON.stringify(result.output))
  if (!isDeepStrictEqual(read, sent)) {
    throw new Error(
      `${endpoint.path} answers what its schema reads differently: ${firstDifference(sent, read)}`,
    )
  }
}

/** Where two JSON values part, for the person who has to mend it: `data.3.homepage`. */
function firstDifference(sent: unknown, read: unknown, path = 'answer'): string {
  if (typeof sent !== 'object' || typeof read !== 'object' || sent === null || read === null) return path
  const names = new Set([...Object.keys(sent), ...Object.keys(read)])
  for (const name of names) {
    const [left, right] = [sent[name as never], read[name as never]]
    if (!isDeepStrictEqual(left, right)) return firstDifference(left, right, `${path}.${name}`)
  }
  return path
}

function describe(issues: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  return issues
    .slice(0, 5)
    .map((issue) => `${v.getDotPath(issue) ?? 'value'}: ${issue.message}`)
    .join('; ')
}

function send(
  c: RequestContext,
  { type, body }: { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> },
  maxAge: number,
): Response {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  c.header('etag', etag)
  c.header('cache-control', maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`)
  const known = c.req.header('if-none-match')?.split(',') ?? []
  // A cache may have weakened the tag (compression); for a GET the weak comparison is the right one (RFC 9110 13.1.2).
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
    return c.body(null, 304)
  c.header('content-type', type)
  return c.body(body, 200)
}
