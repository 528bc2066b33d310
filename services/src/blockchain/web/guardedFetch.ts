import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import type { Context } from '../../shared/context.js'
import { isPublicAddress } from './isPublicAddress.js'

/** An address that a stranger named could not or must not be fetched. The message names no address. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
}

export type Fetched = {
  /** The media type without its parameters, in lower case; empty where the server told none. */
  readonly type: string
  readonly body: Buffer
}

export type FetchOptions = {
  /** Most bytes of the body. */
  readonly size: number
  /** What the server is told to be welcome: `image/*`. */
  readonly accept: string
  /** Makes it a POST of JSON. */
  readonly json?: unknown
}

/** Fetches what an address of a stranger names, and nothing that is not for strangers. Throws {@link FetchError}. */
export type GuardedFetch = (address: string, options: FetchOptions) => Promise<Fetched>

/** The whole of it, with redirects, in milliseconds (security.md section 5). */
const timeout = 5_000
const maxRedirects = 3
/** Most fetches at once, and most that wait for their turn. */
const atOnce = 16
const waiting = 200

const findAll = promisify(lookup)
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The one door to what tokens and names point to (security.md section 5, SSRF).
 *
 * - `https:` on its own port only. The name is resolved once, every address that it has must be a public one, and the
 *   connection is made to what was checked: a name that answers differently the second time gains nothing.
 * - Each of at most three redirects is checked anew. The body is limited by size and time, and never unpacked.
 * - `trusted` are addresses of the settings, such as that of an IPFS gateway of one's own, which may be anywhere: what is
 *   below them, and nothing else of their host.
 */
export function createGuardedFetch(
  { clock }: Pick<Context, 'clock'>,
  { trusted = [], resolve = resolveName }: createGuardedFetch.Options = {},
): GuardedFetch {
  const bases = trusted.map((address) => new URL(address.replace(/\/*$/, '/')).href)
  const line: (() => void)[] = []
  let running = 0

  async function inTurn<value>(work: () => Promise<value>): Promise<value> {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new FetchError('too much at once')
      await new Promise<void>((start) => line.push(start))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next === undefined) running--
      else next()
    }
  }

  async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
    let url = address
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const target = await check(url)
      const response = await open(target, options, signal)
      const { statusCode = 0, headers } = response
      if (!redirects.has(statusCode)) return readAnswer(response, options.size)
      response.destroy()
      const { location } = headers
      if (location === undefined || !URL.canParse(location, target.url.href)) fail('a redirect to nowhere')
      url = new URL(location, target.url.href).href
    }
    return fail('too many redirects')
  }

  async function check(address: string): Promise<Target> {
    if (address.length > 8_192 || !URL.canParse(address)) fail('no address')
    const url = new URL(address)
    if (url.username !== '' || url.password !== '') fail('a name in the address')
    if (bases.some((base) => url.href.startsWith(base))) return { url, addresses: undefined }
    if (url.protocol !== 'https:' || url.port !== '') fail('not https')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // A connection to a number asks no resolver, so numbers are looked at here.
    const addresses = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
    if (addresses.length === 0) fail('no such host')
    if (!addresses.every((found) => isPublicAddress(found.address))) fail('not a public host')
    return { url, addresses }
  }

  return (address, options) =>
    inTurn(async () => {
      const controller = new AbortController()
      const cancel = clock.setTimeout(() => controller.abort(), timeout)
      const { signal } = controller
      // A resolver takes no signal.
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new FetchError('no answer in time')), { once: true })
      })
      try {
        return await Promise.race([follow(address, options, signal), late])
      } catch (error) {
        throw error instanceof FetchError ? error : new FetchError('unreachable', { cause: error })
      } finally {
        cancel()
      }
    })
}

export declare namespace createGuardedFetch {
  type Options = {
    readonly trusted?: readonly string[] | undefined
    /** By default the system's resolver. */
    readonly resolve?: ((host: string) => Promise<readonly LookupAddress[]>) | undefined
  }
}

type Target = {
  readonly url: URL
  /** What the name was resolved to; absent for what is trusted. */
  readonly addresses: readonly LookupAddress[] | undefined
}

function open(
  { url, addresses }: Target,
  { accept, json }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = json === undefined ? undefined : JSON.stringify(json)
  const headers = {
    accept,
    'accept-encoding': 'identity',
    'user-agent': 'latchkey-services',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers,
        signal,
        // No connection is shared with what was checked for somebody else.
        agent: false,
        ...(addresses === undefined ? {} : { lookup: answerWith(addresses) }),
      },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })
}

/** Answers the connection's own look-up with what was checked. */
function answerWith(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

async function readAnswer(response: IncomingMessage, limit: number): Promise<Fetched> {
  const { statusCode = 0, headers } = response
  const length = Number(headers['content-length'] ?? 0)
  const encoding = headers['content-encoding'] ?? 'identity'
  const problem =
    statusCode !== 200
      ? `HTTP ${statusCode}`
      : encoding !== 'identity'
        ? // A small body may unpack to an endless one.
          'packed'
        : length > limit
          ? 'too large'
          : undefined
  if (problem !== undefined) {
    response.destroy()
    return fail(problem)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > limit) {
      response.destroy()
      return fail('too large')
    }
    chunks.push(chunk)
  }
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  return { type: type.trim().toLowerCase(), body: Buffer.concat(chunks) }
}

function resolveName(host: string): Promise<readonly LookupAddress[]> {
  return findAll(host, { all: true })
}

function fail(reason: string): never {
  throw new FetchError(reason)
}
