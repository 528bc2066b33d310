import type { Answer, Endpoint } from 'latchkey/protocol'
import { type BrowserKey, createProof, parseJson } from 'latchkey/site'
import * as v from 'valibot'

/** A call that the site's server refused, or that did not come through (`status` 0). */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  /** Seconds to wait (`retry-after`). */
  readonly seconds: number | undefined
  readonly body: unknown

  constructor(status: number, more: { readonly seconds?: number | undefined; readonly body?: unknown } = {}) {
    super(`The wallet’s server answered ${status}`)
    this.status = status
    this.seconds = more.seconds
    this.body = more.body
  }
}

export type Call = <endpoint extends Endpoint>(
  endpoint: endpoint,
  options?: {
    readonly body?: unknown
    readonly token?: string | undefined
    readonly signal?: AbortSignal | undefined
    /** The answer waits for somebody. */
    readonly isWaiting?: boolean | undefined
  },
) => Promise<Answer<endpoint>>

export type Calls = Call & {
  /** A proof for a call that is made elsewhere, by the server's time. */
  prove(request: {
    readonly method: string
    readonly url: string
    readonly body: string
    readonly token: string
  }): Promise<string>
}

type Parameters = {
  /** The origin of the site. */
  readonly origin: string
  readonly projectId: string
  readonly key: () => Promise<BrowserKey>
  readonly fetch?: typeof fetch | undefined
  readonly now?: (() => number) | undefined
}

/**
 * How long a call may take, in milliseconds. The server answers one that waits for somebody within 25 seconds, and later if it has just asked
 * elsewhere: Farcaster's relay has 5 seconds, its chain's node 10.
 */
const [patience, waitingPatience] = [12_000, 45_000]
/** Milliseconds by which the clocks may differ before a refused call is made again with the server's time. */
const tolerance = 30_000

/**
 * Calls the server of the wallet's site, each time with a proof of the surface's key that covers the body (RFC 9449, claim `lkb`).
 *
 * @throws {CallError}
 */
export function createCalls({
  origin,
  projectId,
  key,
  fetch: send = fetch,
  now = Date.now,
}: Parameters): Calls {
  /** Milliseconds by which the server's clock is ahead, read from its answers. */
  let ahead = 0

  const call: Call = async (endpoint, { body, token, signal, isWaiting = false } = {}) => {
    const { method, path } = endpoint
    const url = `${origin}${path}`
    const text = method === 'POST' ? JSON.stringify(body ?? {}) : undefined

    async function once() {
      const proof = await createProof(await key(), { method, url, now: now() + ahead, token, body: text })
      // `AbortSignal.any` is too new for some browsers.
      const ends = new AbortController()
      const onAbort = () => ends.abort(signal?.reason)
      const timer = setTimeout(() => ends.abort(), isWaiting ? waitingPatience : patience)
      signal?.addEventListener('abort', onAbort, { once: true })
      try {
        signal?.throwIfAborted()
        const response = await send(`${url}?projectId=${encodeURIComponent(projectId)}`, {
          method,
          ...(text === undefined ? {} : { body: text }),
          headers: {
            ...(text === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token === undefined ? {} : { authorization: `DPoP ${token}` }),
            dpop: proof,
          },
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
          signal: ends.signal,
        })
        return { response, answer: await response.text() }
      } catch (cause) {
        signal?.throwIfAborted()
        throw Object.assign(new CallError(0), { cause })
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    }

    let { response, answer } = await once()
    // A proof is valid for two minutes by the server's clock.
    if (response.status === 401 && takeTime(response)) ({ response, answer } = await once())
    const json = parseJson(answer)
    if (!response.ok) {
      const seconds = Number(response.headers.get('retry-after')) || undefined
      throw new CallError(response.status, { seconds, body: json })
    }
    if (endpoint.answer === 'image') throw new CallError(response.status)
    const read = v.safeParse(endpoint.answer, json)
    if (!read.success) throw new CallError(response.status)
    return read.output as Answer<typeof endpoint>
  }

  return Object.assign(call, {
    prove: async (request: {
      readonly method: string
      readonly url: string
      readonly body: string
      readonly token: string
    }) => createProof(await key(), { ...request, now: now() + ahead }),
  })

  function takeTime(response: Response): boolean {
    const difference = Date.parse(response.headers.get('date') ?? '') - now()
    if (Number.isNaN(difference) || Math.abs(difference - ahead) < tolerance) return false
    ahead = difference
    return true
  }
}
