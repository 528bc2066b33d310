/**
 * The JSON-RPC 2.0 messages inside the envelope (WalletConnect spec, "JSON-RPC").
 */
import type { PeerError } from './peerErrors.js'
import { isRecord, parseJson, readText } from './read.js'

export type PeerRequest = {
  readonly type: 'request'
  readonly id: number
  readonly method: string
  readonly params: unknown
}
/** The outcome of a request: the peer's result or its error. */
export type PeerOutcome = { readonly result: unknown } | { readonly error: PeerError }

export type PeerAnswer = { readonly type: 'answer'; readonly id: number; readonly outcome: PeerOutcome }

export type PeerMessage = PeerRequest | PeerAnswer

/** Parses a decrypted message; `undefined` if it is not JSON-RPC. */
export function readPeerMessage(text: string): PeerMessage | undefined {
  const fields = parseJson(text)
  if (!isRecord(fields)) return undefined
  // Some mobile peers send ids as text. Ids above 2^53 are refused, because they cannot be repeated exactly in a reply.
  const id = typeof fields.id === 'string' && /^\d{1,16}$/.test(fields.id) ? Number(fields.id) : fields.id
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return undefined
  const method = readText(fields.method, 128)
  if (method !== undefined) return { type: 'request', id, method, params: fields.params }
  if (fields.error !== undefined && fields.error !== null)
    return { type: 'answer', id, outcome: { error: readPeerError(fields.error) } }
  return 'result' in fields ? { type: 'answer', id, outcome: { result: fields.result } } : undefined
}

/** Reads a peer's error in any form; a malformed one becomes an error with code 0. */
export function readPeerError(value: unknown): PeerError {
  const { code, message, data } = isRecord(value) ? value : { message: value }
  return {
    code: typeof code === 'number' && Number.isSafeInteger(code) ? code : 0,
    message: typeof message === 'string' ? message.slice(0, 1024) : '',
    ...(data === undefined ? {} : { data }),
  }
}

export function formatPeerRequest(id: number, method: string, params: unknown): string {
  return JSON.stringify({ id, jsonrpc: '2.0', method, params })
}

export function formatPeerAnswer(id: number, outcome: PeerOutcome): string {
  // `undefined` would vanish from the JSON and leave neither a result nor an error.
  const body = 'error' in outcome ? outcome : { result: outcome.result ?? null }
  return JSON.stringify({ id, jsonrpc: '2.0', ...body })
}

/** Creates unique ids as the spec defines them: milliseconds times 1000 plus three random digits, below 2^53. */
export function createPeerIds(now: () => number): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * 1000 + Math.floor(Math.random() * 1000))
    return last
  }
}

/** Returns the time in a peer's id, by the peer's clock; sorts its messages. */
export function stampOfId(id: number): number {
  return Math.floor(id / 1000)
}
