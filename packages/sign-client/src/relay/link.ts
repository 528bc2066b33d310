/**
 * One socket, and JSON-RPC 2.0 on it (WalletConnect specs, "Relay RPC").
 */
import type { Clock } from '../clock.js'
import { type Fields, isRecord, parseJson } from '../protocol/read.js'
import { SignError } from '../SignError.js'
import { type Push, readPush } from './push.js'
import type { WebSocketConstructor, WebSocketLike } from './WebSocketLike.js'

export type Link = {
  /**
   * Sends a call at once. Rejects with {@link LinkLost} if the socket closes, or if no answer comes within `patience`.
   */
  call(method: string, params: unknown, patience?: number | undefined): Promise<unknown>
  /** Returns when the relay last sent anything, in epoch milliseconds. */
  heardAt(): number
  /** Closes at once without waiting for the closing handshake, which on a dead connection may take minutes. */
  drop(): void
}

/** The socket closed: the call may or may not have taken effect. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost'
}

export declare namespace openLink {
  type Parameters = {
    readonly webSocket: WebSocketConstructor
    readonly url: string
    readonly clock: Clock
    readonly onOpen: (link: Link) => void
    readonly onPush: (push: Push) => void
    /** Called exactly once. */
    readonly onClose: (code: number, reason: string) => void
  }
}

const openPatience = 10_000
const callPatience = 8_000

/** Some relays refuse ids below 1e9; these stay below 2^53. Unique within the process. */
let lastCallId = 0

export function openLink(parameters: openLink.Parameters): Link {
  const { webSocket, url, clock, onOpen, onPush, onClose } = parameters
  const calls = new Map<
    number,
    { resolve(value: unknown): void; reject(error: Error): void; cancel(): void }
  >()
  let heardAt = clock.now()
  let isClosed = false
  let socket: WebSocketLike | undefined

  const cancelOpening = clock.setTimeout(() => end(1006, 'The relay does not answer.'), openPatience)

  const link: Link = {
    call: (method, params, patience = callPatience) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new LinkLost())
        lastCallId = Math.max(lastCallId + 1, clock.now() * 1000)
        const id = lastCallId
        const cancel = clock.setTimeout(() => end(1006, 'The relay does not answer.'), patience)
        calls.set(id, { resolve, reject, cancel })
        send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      }),
    heardAt: () => heardAt,
    drop: () => end(1000, ''),
  }

  function send(text: string) {
    try {
      // A browser drops data sent on a closing socket and logs an error to the console.
      if (Number(socket?.readyState) > 1) return end(1006, 'The socket is closing.')
      socket?.send(text)
    } catch (error) {
      // The socket is closing: its close event is coming or was lost.
      end(1006, String(error))
    }
  }

  function end(code: number, reason: string) {
    if (isClosed) return
    isClosed = true
    cancelOpening()
    if (socket !== undefined) {
      socket.onopen = socket.onmessage = socket.onclose = null
      // `ws` throws an error event without a listener, also when it is closed before it is open.
      socket.onerror = () => {}
      try {
        socket.close()
      } catch {
        // Some runtimes throw if the socket is not open yet.
      }
    }
    for (const call of calls.values()) {
      call.cancel()
      call.reject(new LinkLost())
    }
    calls.clear()
    onClose(code, reason)
  }

  function receive(text: string) {
    heardAt = clock.now()
    const value = parseJson(text)
    if (!isRecord(value)) return
    if (value.method === 'irn_subscription') return receivePush(value, text)
    const call = calls.get(Number(value.id))
    if (call === undefined) return
    calls.delete(Number(value.id))
    call.cancel()
    if (isRecord(value.error)) call.reject(toRelayError(value.error))
    else call.resolve(value.result)
  }

  function receivePush({ id, params }: Fields, text: string) {
    const push = readPush(isRecord(params) ? params.data : undefined, () => {
      if (!isClosed) send(`{"id":${idToken(id, text)},"jsonrpc":"2.0","result":true}`)
    })
    if (push !== undefined) onPush(push)
  }

  try {
    socket = new webSocket(url)
    socket.onopen = () => {
      cancelOpening()
      heardAt = clock.now()
      onOpen(link)
    }
    socket.onmessage = (event: { readonly data: unknown }) => {
      if (typeof event.data === 'string') receive(event.data)
    }
    socket.onclose = (event: { readonly code?: number; readonly reason?: unknown }) =>
      end(event.code ?? 1006, String(event.reason ?? ''))
    // A close event follows and contains the details.
    socket.onerror = () => {}
  } catch (error) {
    // A malformed URL, or a host forbidden by the page's policy. Asynchronous, so that the caller receives the link
    // first.
    queueMicrotask(() => end(1006, String(error)))
  }
  return link
}

function toRelayError({ code, message, data }: Fields): SignError {
  const details = [message, data].filter((part) => typeof part === 'string').join(': ')
  const wireCode = typeof code === 'number' ? code : undefined
  const isTooLarge = /size|too large/i.test(details)
  const name = wireCode === 3000 ? 'RELAY_REFUSED' : isTooLarge ? 'REQUEST_TOO_LARGE' : 'RELAY_ERROR'
  return new SignError(name, { wireCode, details })
}

/**
 * Returns the id of a push exactly as the relay wrote it. A JavaScript number cannot hold a 19-digit id, and the relay
 * ignores an acknowledgement with a rounded one.
 */
function idToken(id: unknown, text: string): string {
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return JSON.stringify(id ?? null)
  const tokens = [...text.matchAll(/"id"\s*:\s*(\d{1,20})\b/g)].map(([, token]) => token ?? '')
  return tokens.find((token) => Number(token) === id) ?? String(id)
}
