import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { askedDuringLogin } from '../auth/login/social/endpoints.js'
import { readBounded } from '../shared/readBounded.js'
import type { Settings } from '../shared/settings.js'
import type { Claim } from './byteRoom.js'
import { exchange } from './exchange.js'

/** A configured server failed. The message contains neither its address nor its key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
}

/** The answer was longer than `size` allows. */
export class AnswerTooLong extends UpstreamError {}

/** The client's answers hold as many bytes as it may have at once. */
export class NoRoom extends UpstreamError {}

/** Reads an answer's headers by their lower-case names. */
export type AnswerHeaders = Pick<Headers, 'get'>

export type UpstreamAnswer = {
  readonly status: number
  readonly headers: AnswerHeaders
  /** Empty unless the status is a success, or one of `read`: an error page is not passed on. */
  readonly text: string
}

export type UpstreamRequest = {
  readonly headers?: { readonly [name: string]: string } | undefined
  /** Sends a POST with this JSON body. */
  readonly json?: unknown
  /** Sends a POST with this text. */
  readonly body?: string | undefined
  /** Statuses of failures whose text is wanted. */
  readonly read?: readonly number[] | undefined
  /** Most bytes of an answer. */
  readonly size: number
  /** Counts the bytes of the answer. */
  readonly claim?: Claim | undefined
  /** Must not be sent twice, not even if the server closed the connection. */
  readonly isOnce?: boolean | undefined
  readonly signal: AbortSignal
}

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Fetches from servers that the operator configured: nodes, explorers, a price service. They may be anywhere, also in
 * this network, so only the exact origins in the settings are allowed. A redirect is an error, because it could lead to
 * an address inside this network.
 *
 * Use `createGuardedFetch` for addresses that strangers name.
 *
 * @throws {@link UpstreamError}, also for an origin that is not configured; {@link AnswerTooLong}; {@link NoRoom}
 */
export async function fetchUpstream(
  settings: Settings,
  address: string,
  { headers, json, body = write(json), read = [], size, claim, isOnce, signal }: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const url = urlOf(address)
  if (url === undefined || !originsOf(settings).has(url.origin))
    throw new UpstreamError('no server of the settings')
  const all = {
    accept: '*/*',
    'accept-encoding': 'gzip, br',
    'user-agent': 'latchkey-services',
    ...(body === undefined ? {} : { 'content-type': json === undefined ? 'text/plain' : 'application/json' }),
    ...headers,
  }
  return exchange(url, { headers: all, body, isOnce, signal }, async (answer) => {
    const { statusCode: status = 0, headers: told } = answer
    const answered = { status, headers: { get: (name: string) => textOf(told[name]) } }
    const isRead = (status >= 200 && status < 300) || read.includes(status)
    if (!isRead) answer.destroy()
    if (redirects.includes(status)) return fail('unreachable')
    return { ...answered, text: isRead ? await readText(answer, size, claim) : '' }
  }).catch((error: unknown): never => {
    throw error instanceof UpstreamError ? error : new UpstreamError('unreachable')
  })
}

const write = (json: unknown) => (json === undefined ? undefined : JSON.stringify(json))

function textOf(values: string | readonly string[] | undefined): string | null {
  return typeof values === 'object' ? values.join(', ') : (values ?? null)
}

async function readText(answer: IncomingMessage, size: number, claim: Claim | undefined): Promise<string> {
  const take = (bytes: number) => {
    if (claim?.take(bytes) === false) throw new NoRoom('too many bytes at once')
  }
  const body = await readBounded(unpacked(answer), size, take).catch((error: unknown): never => {
    throw error instanceof NoRoom ? error : new UpstreamError('broke off its answer')
  })
  if (body === undefined) throw new AnswerTooLong('answered too much')
  return body.toString('utf8')
}

/** The bytes of an answer, which are counted after they have been unpacked. */
export function unpacked(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = answer.headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return answer
  if (encoding !== 'br' && !/^(x-)?gzip$/.test(encoding)) {
    answer.destroy()
    return fail('packed its answer as nobody asked')
  }
  const unpacking = encoding === 'br' ? createBrotliDecompress() : createGunzip()
  // The reader of the unpacked bytes gets the failures of both.
  return pipeline(answer, unpacking, () => undefined)
}

const known = new WeakMap<Settings, ReadonlySet<string | undefined>>()

/** Returns the origins of all HTTP addresses in the settings. */
function originsOf(settings: Settings): ReadonlySet<string | undefined> {
  const found = known.get(settings)
  if (found !== undefined) return found
  const {
    chains,
    authRpcUrls,
    historySources,
    sources,
    das,
    ord,
    subscan,
    priceSources,
    tokenLists,
    priceUrl,
    keysWrapper,
    keysGoogleTokenUrl,
    frameBundlers,
    framePaymasters,
    loginFarcaster,
    loginFarcasterNode,
  } = settings
  const entries = [
    ...chains,
    ...authRpcUrls,
    ...historySources,
    ...sources,
    ...das,
    ...ord,
    ...subscan,
    ...priceSources,
    ...keysWrapper,
    ...frameBundlers,
    ...framePaymasters,
  ]
  // An entry names its chain, and perhaps its kind, before the address: `eip155:1=alchemy:https://…`.
  const addresses = entries.map((entry) => entry.slice(Math.max(0, entry.search(/https?:\/\//i))))
  // Stryker disable next-line StringLiteral: no address, or one that is none.
  const others = [
    ...tokenLists,
    priceUrl ?? '',
    keysGoogleTokenUrl,
    loginFarcaster ?? '',
    loginFarcasterNode ?? '',
    ...askedDuringLogin(settings),
  ]
  const origins = new Set([...addresses, ...others].map((address) => urlOf(address)?.origin))
  known.set(settings, origins)
  return origins
}

function urlOf(address: string): URL | undefined {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address) : undefined
}

function fail(reason: string): never {
  throw new UpstreamError(reason)
}
