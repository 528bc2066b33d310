import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Context as HonoContext } from 'hono'
import type { Answer, Endpoint, PathParameters } from 'latchkey/protocol'
import * as v from 'valibot'
import { type App, type AppEnvironment, charge, clientAddress, originOf, takeFor } from './app.js'
import { HttpError } from './HttpError.js'
import { parseJsonOr } from './parseJsonOr.js'
import type { Project } from './projects.js'
import { readBounded } from './readBounded.js'
import type { Allowance } from './tokenBucket.js'

/** A picture from a handler: its bytes or SVG text, and its MIME type. */
export type Picture = { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> }

/** A handler's input: the parsed query, and the client. */
export type RouteInput<endpoint extends Endpoint> = {
  readonly params: PathParameters<endpoint['path']>
  readonly query: v.InferOutput<endpoint['query']>
  /** The JSON body of a POST, unread. */
  readonly body: unknown
  /** The bytes that {@link body} was parsed from. */
  readonly bodyBytes: Uint8Array | undefined
  readonly project: Project
  /** The origin of the calling page; absent without a page. */
  readonly origin: string | undefined
  /** The client's IP address, as far as it is known. */
  readonly client: string
  /** Returns a request header by its lower-case name. */
  readonly header: (name: string) => string | undefined
  /** Sets a header of the answer. */
  readonly setHeader: (name: string, value: string) => void
  /** Counts a call as this many requests more than one. Throws `RATE_LIMITED`. */
  readonly charge: (more: number) => void
  /** Takes one from a named allowance of the client. Throws `RATE_LIMITED`. */
  readonly take: (name: string, allowance: Allowance) => void
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Calls back once when the client has read the answer, or is gone. */
  readonly onSent: (callback: () => void) => void
}

/** An answer that its handler has written as JSON itself, because `JSON.stringify` would change it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** JSON that matches the endpoint's answer schema, or a picture. */
export type RouteAnswer<endpoint extends Endpoint> = endpoint['answer'] extends 'image'
  ? Picture
  : Answer<endpoint>

export type RouteOptions = {
  /** How long a cache may keep the answer without revalidation, in seconds; by default 0. */
  readonly maxAge?: number | undefined
  /** Bytes that a body of this route may have, where the setting for all routes allows fewer. */
  readonly bodySize?: number | undefined
}

/**
 * Serves one endpoint of `latchkey/protocol`, the same object that the client calls.
 *
 * - An invalid query is a 400 that names the parameter; throw {@link HttpError} for any other error.
 * - Every answer to a GET has an `ETag`; a client that already has the answer gets a 304 without a body. Nobody keeps
 *   the answer to a POST.
 * - With `context.checkAnswers` (tests) the answer must be exactly what the client's schema parses it to.
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
  { maxAge = 0, bodySize = 0 }: RouteOptions = {},
): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    const outgoing = c.env?.outgoing
    const afterwards: (() => void)[] = []
    const query = readQuery(c, endpoint)
    const bodyBytes = endpoint.method === 'POST' ? await readBody(c, bodySize) : undefined
    const input = {
      params: c.req.param() as PathParameters<endpoint['path']>,
      query,
      body: bodyBytes === undefined ? undefined : parseBody(bodyBytes),
      bodyBytes,
      project: c.get('project'),
      origin: originOf(c, c.get('context').settings),
      client: clientAddress(c),
      header: (name: string) => c.req.header(name),
      setHeader: (name: string, value: string) => c.header(name, value),
      charge: (more: number) => charge(c, more),
      take: (name: string, allowance: Allowance) => takeFor(c, name, allowance),
      get signal() {
        return c.req.raw.signal
      },
      onSent(callback: () => void) {
        if (outgoing === undefined || outgoing.destroyed) afterwards.push(callback)
        else outgoing.once('close', callback)
      },
    }
    try {
      const answer = await handler(input)
      if (endpoint.answer === 'image') return send(c, answer as Picture, maxAge)
      if (answer instanceof JsonText) return send(c, { type: 'application/json', body: answer.text }, maxAge)
      if (c.get('context').checkAnswers) checkAnswer(endpoint, answer)
      return send(c, { type: 'application/json', body: JSON.stringify(answer) }, maxAge)
    } finally {
      for (const callback of afterwards) callback()
    }
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
  const [, search = ''] = /\?([^#]*)/.exec(c.req.url) ?? []
  // Of repeated parameters the last counts.
  const result = v.safeParse(endpoint.query, Object.fromEntries(new URLSearchParams(search)))
  if (result.success) return result.output
  throw new HttpError('INVALID_QUERY', { details: describe(result.issues) })
}

async function readBody(c: RequestContext, size: number): Promise<Buffer> {
  const limit = Math.max(c.get('context').settings.httpBodySize, size)
  const body = await readBytes(c, limit).catch((cause: unknown): never => {
    // The client disconnected; that is no fault of the services.
    throw new HttpError('INVALID_BODY', { details: 'broke off', cause })
  })
  if (body === undefined) throw new HttpError('BODY_TOO_LARGE', { details: `more than ${limit} bytes` })
  return body
}

function parseBody(body: Buffer): unknown {
  const refusal = (cause: unknown) => new HttpError('INVALID_BODY', { details: 'not JSON', cause })
  return parseJsonOr(body.toString('utf8'), refusal)
}

/** Returns `undefined` for a longer body. */
async function readBytes({ env, req }: RequestContext, limit: number): Promise<Buffer | undefined> {
  const length = Number(env?.incoming?.headers['content-length'] ?? Number.NaN)
  if (length > limit) return undefined
  // Node lets nobody send more than it announced, and a body as a whole costs less than a stream.
  if (length <= limit) return Buffer.from(await req.raw.arrayBuffer())
  return readBounded(req.raw.body, limit)
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

/** Returns where two JSON values first differ, for the developer: `data.3.homepage`. */
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
  if (c.req.method === 'POST') return c.body(body, 200, { 'content-type': type, 'cache-control': 'no-store' })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  c.header('etag', etag)
  c.header('cache-control', maxAge === 0 ? 'no-cache' : `public, max-age=${maxAge}`)
  const known = c.req.header('if-none-match')?.split(',') ?? []
  // A cache may have weakened the tag (compression); for a GET weak comparison is correct (RFC 9110 13.1.2).
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))
    return c.body(null, 304)
  c.header('content-type', type)
  return c.body(body, 200)
}
