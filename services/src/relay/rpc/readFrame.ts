import { parseJson } from 'latchkey/protocol'
import * as v from 'valibot'
import { RelayError } from './RelayError.js'
import { scanFrame } from './scanFrame.js'

/** The deepest nesting accepted; no message of the protocol is deeper. */
const depthLimit = 8

/** A client's request. */
export type Request = {
  readonly type: 'request'
  /** The id as JSON text, copied into the answer unchanged. */
  readonly idToken: string
  readonly method: string
  readonly params: unknown
}

/** A client's answer to one of the relay's pushes. */
export type Answer = { readonly type: 'answer'; readonly id: number; readonly isError: boolean }

/** An invalid frame; the id is `0` if it could not be read either. */
export type Unreadable = { readonly type: 'unreadable'; readonly idToken: string; readonly error: RelayError }

const requestSchema = v.object({
  method: v.pipe(v.string(), v.maxLength(64)),
  params: v.optional(v.unknown()),
})

/**
 * Reads one JSON-RPC 2.0 text. Never throws; takes time linear in the text.
 *
 * - An id is a whole number of at most 20 digits, or a string of at most 64 characters.
 * - Batches (a JSON array) are not part of the protocol and are refused.
 */
export function readFrame(text: string, sizeLimit: number): Request | Answer | Unreadable {
  const { idToken, depth } = scanFrame(text)
  const id = idToken !== undefined && isId(idToken) ? idToken : undefined
  const unreadable = (tag: RelayError['tag'], detail?: string): Unreadable => ({
    type: 'unreadable',
    idToken: id ?? '0',
    error: new RelayError(tag, { detail }),
  })

  if (Buffer.byteLength(text) > sizeLimit)
    return unreadable('PayloadSizeExceeded', `at most ${sizeLimit} bytes`)
  if (depth > depthLimit) return unreadable('Serialization', `nested deeper than ${depthLimit}`)
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable('Serialization')
  if ('jsonrpc' in value && value.jsonrpc !== '2.0') return unreadable('InvalidJsonRpcVersion')
  if (id === undefined) return unreadable('InvalidRequestId')
  if (!('method' in value)) {
    if (!('result' in value) && !('error' in value)) return unreadable('Serialization')
    return { type: 'answer', id: Number(id.replaceAll('"', '')), isError: !('result' in value) }
  }
  const request = v.safeParse(requestSchema, value)
  if (!request.success) return unreadable('InvalidMethod')
  return { type: 'request', idToken: id, ...request.output, params: request.output.params }
}

function isId(token: string): boolean {
  return /^(\d{1,20}|"[^"\\]{1,64}")$/.test(token)
}
