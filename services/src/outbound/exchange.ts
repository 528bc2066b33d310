import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'

/** How long a connection waits for its next request, in milliseconds: an open page asks every half minute. */
const idleTime = 50_000

const kept = { keepAlive: true, timeout: idleTime }
const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) }

type Exchange = {
  readonly headers: { readonly [name: string]: string }
  /** Sends a POST with this text. */
  readonly body?: string | undefined
  /** Must not be sent twice. */
  readonly isOnce?: boolean | undefined
  readonly signal: AbortSignal
}

/**
 * Sends one HTTP request on a kept connection, and reads its answer. Follows no redirect.
 *
 * The server may close a kept connection in the moment of its next request. Such a request is sent again, once, on a
 * new connection.
 *
 * @param read Reads or destroys the answer.
 */
export async function exchange<value>(
  url: URL,
  { headers, body, isOnce = false, signal }: Exchange,
  read: (answer: IncomingMessage) => Promise<value>,
): Promise<value> {
  signal.throwIfAborted()
  const isSecure = url.protocol === 'https:'
  const open = isSecure ? requestHttps : requestHttp
  let request: ClientRequest | undefined

  function send(agent: HttpAgent | false): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST'
      request = open(url, { method, headers, agent }, resolve)
      request.on('error', reject)
      request.end(body)
    })
  }

  const cancel = () => request?.destroy()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answer = await send(isSecure ? agents.https : agents.http).catch((error: unknown) => {
      const isStale = request?.reusedSocket === true && !signal.aborted
      if (isStale && !isOnce) return send(false)
      throw error
    })
    return await read(answer)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
