import {
  type Answer,
  commitWallet,
  deleteAccount,
  type Endpoint,
  getAudit,
  getWallet,
  makeChallenge,
  makeHalf,
  noteExport,
  prepareWallet,
  releaseHalf,
} from 'latchkey/protocol'
import * as v from 'valibot'
import { type KeyCalls, KeysError } from './KeyCalls.js'

export declare namespace createKeyCalls {
  type Options = {
    /** The site's own origin. */
    readonly origin: string
    readonly projectId: string | undefined
    readonly fetch: (url: string, init: RequestInit) => Promise<Response>
    /** Returns the headers of a request: the session's token, and a proof that covers the body. */
    readonly authorize: (request: {
      readonly method: 'POST'
      /** Without a query. */
      readonly url: string
      readonly body: string
    }) => Promise<{ readonly [name: string]: string }>
  }
}

/** Time limit of one call, in milliseconds. */
const patience = 12_000

/** Calls the key service over HTTP. Answers are read by their schemas. */
export function createKeyCalls({ origin, projectId, fetch, authorize }: createKeyCalls.Options): KeyCalls {
  async function call<const endpoint extends Endpoint>(
    endpoint: endpoint,
    body: object = {},
  ): Promise<Answer<endpoint>> {
    const url = `${origin}${endpoint.path}`
    const text = JSON.stringify(body)
    const headers = await authorize({ method: 'POST', url, body: text })
    const query = projectId === undefined ? '' : `?projectId=${encodeURIComponent(projectId)}`
    const { answer, json } = await send(`${url}${query}`, {
      method: 'POST',
      body: text,
      headers: { ...headers, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    if (!answer.ok) throw failureOf(answer, json)
    const result = endpoint.answer === 'image' ? undefined : v.safeParse(endpoint.answer, json)
    if (result?.success !== true)
      throw new KeysError(`${endpoint.path} answers in no known form`, { status: 0, code: 'ANSWER_INVALID' })
    return result.output as Answer<endpoint>
  }

  async function send(url: string, init: RequestInit) {
    try {
      const answer = await fetch(url, init)
      const json: unknown = await answer.json()
      return { answer, json }
    } catch (cause) {
      throw new KeysError('the key service does not answer', { status: 0, code: 'NO_ANSWER', cause })
    }
  }

  return {
    wallet: () => call(getWallet),
    half: (body) => call(makeHalf, body),
    prepare: (body) => call(prepareWallet, body),
    commit: (body) => call(commitWallet, body),
    release: (body) => call(releaseHalf, body),
    challenge: () => call(makeChallenge),
    noteExport: () => call(noteExport),
    audit: () => call(getAudit),
    delete: (body) => call(deleteAccount, body),
  }
}

const failureSchema = v.object({
  error: v.object({ code: v.string(), message: v.string(), details: v.optional(v.string()) }),
})

function failureOf({ status, headers }: Response, json: unknown): KeysError {
  const read = v.safeParse(failureSchema, json)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  if (!read.success) return new KeysError(`HTTP ${status}`, { status, code: 'UNKNOWN', retryAfter })
  const { code, message, details } = read.output.error
  const text = details === undefined ? message : `${message} (${details})`
  return new KeysError(text.slice(0, 300), { status, code, retryAfter })
}
