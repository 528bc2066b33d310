/**
 * The JSON-RPC 2.0 that peers speak inside the envelope (WalletConnect spec, "JSON-RPC").
 */
import type { PeerError } from './peerErrors.js'
import { isRecord, parseJson, readText } from './read.js'

export type PeerRequest = {
  readonly type: 'request'
  readonly id: number
  readonly method: string
  readonly params: unknown
}
/** How a request ended at the peer: what it answered, or its error. */
export type PeerOutcome = { readonly result: unknown } | { readonly error: PeerError }

export type PeerAnswer = { readonly type: 'answer'; readonly id: number; readonly outcome: PeerOutcome }

export type PeerMessage = PeerRequest | PeerAnswer

/** Reads a decrypted message; `undefined` when it is no JSON-RPC. */
export function readPeerMessage(text: string): PeerMessage | undefined {
  const fields = parseJson(text)
  if (!isRecord(fields)) return undefined
  // Some mobile peers send ids as text. Ids beyond 2^53 cannot be answered with the same id, so they are no ids.
  const id = typeof fields.id === 'string' && /^\d{1,16}$/.test(fields.id) ? Number(fields.id) : fields.id
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return undefined
  const method = readText(fields.method, 128)
  if (method !== undefined) return { type: 'request', id, method, params: fields.params }
  if (fields.error !== undefined && fields.error !== null)
    return { type: 'answer', id, outcome: { error: readPeerError(fields.error) } }
  return 'result' in fields ? { type: 'answer', id, outcome: { result: fields.result } } : undefined
}

/** Reads whatever a peer sends as an error; a malformed one is an error without a code. */
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

/**
 * Makes ids as the spec has them: milliseconds times 1000 plus three random digits, below 2^53, never twice.
 */
export function createPeerIds(now: () => number): () => number {
  let last = 0
  return () => {
    last = Math.max(last + 1, now() * 1000 + Math.floor(Math.random() * 1000))
    return last
  }
}

/** When a peer's id says it was made: the order of a peer's messages, by its own clock. */
export function stampOfId(id: number): number {
  return Math.floor(id / 1000)
}
