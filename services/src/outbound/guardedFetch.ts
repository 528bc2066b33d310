import type { LookupAddress } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Context } from '../shared/context.js'
import { readBounded } from '../shared/readBounded.js'
import { isPublicAddress } from './isPublicAddress.js'
import { createPlaces, NoPlace } from './places.js'
import { resolveName } from './resolveName.js'

/** An address named by a stranger could not or must not be fetched. The message contains no address. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
}

export type Fetched = {
  /** The media type without parameters, in lower case; empty if the server sent none. */
  readonly type: string
  readonly body: Buffer
}

export type FetchOptions = {
  /** Most bytes of the body. */
  readonly size: number
  /** The `Accept` header: `image/*`. */
  readonly accept: string
  /** Sends a POST with this JSON body. */
  readonly json?: unknown
}

/** Fetches an address named by a stranger, if it is public. Throws {@link FetchError}. */
export type GuardedFetch = (address: string, options: FetchOptions) => Promise<Fetched>

/** Time limit including redirects, in milliseconds (docs/security.md "outbound requests"). */
const timeout = 5_000
const maxRedirects = 3
/** Most concurrent fetches, and most queued ones; each client gets only a share of them (decision 141). */
const fetchPlaces = { atOnce: 16, waiting: 200 }
/** Owns the fetches that no client's call causes. */
// Stryker disable next-line ObjectLiteral,StringLiteral: any name that no client has.
const services = { client: 'the services', project: undefined }

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * Creates the only fetch for addresses in tokens' and names' records (docs/security.md "outbound requests").
 *
 * - Allows `https:` on its default port. The name is resolved once, all its addresses must be public, and the
 *   connection uses a checked address, so a resolver that answers differently later gains nothing (DNS rebinding).
 * - Checks each of at most three redirects again. Limits the body's size and time, and never decompresses it.
 * - `trusted` are configured addresses, such as one's own IPFS gateway, which may be anywhere: paths below them are
 *   allowed, and nothing else on their host. A path with an encoded dot or slash may lead a server out of it.
 */
export function createGuardedFetch(
  { clock, callers }: Pick<Context, 'clock' | 'callers'>,
  { trusted = [], resolve = resolveName }: createGuardedFetch.Options = {},
): GuardedFetch {
  const bases = trusted.map((address) => new URL(address.replace(/\/*$/, '/')).href)
  const places = createPlaces(fetchPlaces)

  async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
    let url = address
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const target = await check(url, signal)
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

  async function check(address: string, signal: AbortSignal): Promise<Target> {
    if (address.length > 8_192 || !URL.canParse(address)) fail('no address')
    const url = new URL(address)
    if (url.username !== '' || url.password !== '') fail('a name in the address')
    const isBelow = bases.some((base) => url.href.startsWith(base))
    if (isBelow && !/%(2e|2f|5c)/i.test(url.pathname)) return { url, addresses: undefined }
    if (url.protocol !== 'https:' || url.port !== '') fail('not https')
    const host = url.hostname.replace(/[[\]]/g, '')
    // Connecting to an IP address does no look-up, so it is checked here.
    const found = isIP(host) === 0 ? await resolve(host, signal) : [{ address: host, family: isIP(host) }]
    const [first, ...others] = found
    if (first === undefined) return fail('no such host')
    if (!found.every(({ address }) => isPublicAddress(address))) fail('not a public host')
    return { url, addresses: [first, ...others] }
  }

  async function fetchInTime(address: string, options: FetchOptions): Promise<Fetched> {
    const controller = new AbortController()
    const cancel = clock.setTimeout(() => controller.abort(), timeout)
    const { signal } = controller
    // Also ends a wait that ignores the signal.
    const late = new Promise<never>((_, reject) => {
      // Stryker disable next-line ObjectLiteral,BooleanLiteral: a signal aborts once.
      signal.addEventListener('abort', () => reject(new FetchError('no answer in time')), { once: true })
    })
    try {
      return await Promise.race([follow(address, options, signal), late])
    } finally {
      cancel()
    }
  }

  return async (address, options) => {
    try {
      return await places.inTurn(callers.getStore() ?? services, () => fetchInTime(address, options))
    } catch (error) {
      if (error instanceof FetchError) throw error
      throw new FetchError(error instanceof NoPlace ? error.message : 'unreachable', { cause: error })
    }
  }
}

export declare namespace createGuardedFetch {
  type Options = {
    readonly trusted?: readonly string[] | undefined
    /** Resolves a host name; by default {@link resolveName}. */
    readonly resolve?: ((host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>) | undefined
  }
}

type Target = {
  readonly url: URL
  /** The checked addresses of the name; absent for a trusted address. */
  readonly addresses: Addresses | undefined
}

type Addresses = readonly [LookupAddress, ...LookupAddress[]]

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
        ...(body === undefined ? {} : { method: 'POST' }),
        headers,
        signal,
        // A connection must not be reused for a host that was checked separately.
        agent: false,
        ...(addresses === undefined ? {} : { lookup: answerWith(addresses) }),
      },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })
}

/** Returns the checked addresses to the connection's own look-up. */
function answerWith(addresses: Addresses): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }
}

async function readAnswer(response: IncomingMessage, limit: number): Promise<Fetched> {
  const { statusCode = 0, headers } = response
  const length = Number(headers['content-length'])
  const encoding = headers['content-encoding'] ?? 'identity'
  const problem =
    statusCode !== 200
      ? `HTTP ${statusCode}`
      : encoding !== 'identity'
        ? // A small compressed body may expand without limit.
          'packed'
        : length > limit
          ? 'too large'
          : undefined
  if (problem !== undefined) {
    response.destroy()
    return fail(problem)
  }
  const body = (await readBounded(response as AsyncIterable<Buffer>, limit)) ?? fail('too large')
  const type = (headers['content-type'] ?? '').replace(/;.*/, '')
  return { type: type.trim().toLowerCase(), body }
}

function fail(reason: string): never {
  throw new FetchError(reason)
}
