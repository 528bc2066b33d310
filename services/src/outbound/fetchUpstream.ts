import { askedDuringLogin } from '../auth/login/social/endpoints.js'
import { readBounded } from '../shared/readBounded.js'
import type { Settings } from '../shared/settings.js'
import type { Claim } from './byteRoom.js'

/** A configured server failed. The message contains neither its address nor its key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
}

/** The answer was longer than `size` allows. */
export class AnswerTooLong extends UpstreamError {}

/** The client's answers hold as many bytes as it may have at once. */
export class NoRoom extends UpstreamError {}

export type UpstreamAnswer = {
  readonly status: number
  readonly headers: Headers
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
  readonly signal: AbortSignal
}

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
  { headers, json, body: text, read = [], size, claim, signal }: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const origin = originOf(address)
  if (origin === undefined || !originsOf(settings).has(origin))
    throw new UpstreamError('no server of the settings')
  const response = await fetch(address, {
    headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    ...(text === undefined ? {} : { method: 'POST', body: text }),
    redirect: 'error',
    signal,
  }).catch((): never => fail('unreachable'))
  const { status } = response
  if (!response.ok && !read.includes(status)) {
    await response.body?.cancel().catch(() => undefined)
    return { status, headers: response.headers, text: '' }
  }
  const take = (bytes: number) => {
    if (claim?.take(bytes) === false) throw new NoRoom('too many bytes at once')
  }
  const body = await readBounded(response.body, size, take).catch((error: unknown): never => {
    if (error instanceof NoRoom) throw error
    return fail('broke off its answer')
  })
  return { status, headers: response.headers, text: body?.toString('utf8') ?? failTooLong() }
}

const known = new WeakMap<Settings, ReadonlySet<string | undefined>>()

/** Returns the origins of all HTTP addresses in the settings. */
function originsOf(settings: Settings): ReadonlySet<string | undefined> {
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
  ]
  // An entry names its chain, and perhaps its kind, before the address: `eip155:1=alchemy:https://…`.
  const addresses = entries.map((entry) => entry.slice(Math.max(0, entry.search(/https?:\/\//i))))
  // Stryker disable next-line StringLiteral: no address, or one that is none.
  const others = [...tokenLists, priceUrl ?? '', keysGoogleTokenUrl, ...askedDuringLogin(settings)]
  const origins = known.get(settings) ?? new Set([...addresses, ...others].map(originOf))
  known.set(settings, origins)
  return origins
}

function originOf(address: string): string | undefined {
  const isWeb = /^https?:/i.test(address) && URL.canParse(address)
  return isWeb ? new URL(address).origin : undefined
}

function failTooLong(): never {
  throw new AnswerTooLong('answered too much')
}

function fail(reason: string): never {
  throw new UpstreamError(reason)
}
