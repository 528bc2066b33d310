import { base58, base64 } from '@scure/base'
import type { RpcCall } from '../../../outbound/post.js'

/** The longest transaction that is read, as text: more than any cluster takes. */
const longest = 8_192
const signatureSize = 64

/**
 * Computes the id of the transaction that a call sends: its first signature in base58. The same bytes have the same id,
 * and the cluster carries them out at most once.
 */
export function transactionIdOf(call: RpcCall | undefined): string | undefined {
  if (call?.method !== 'sendTransaction' || !Array.isArray(call.params)) return undefined
  const [text, options] = call.params
  if (typeof text !== 'string' || text.length > longest) return undefined
  const bytes = decode(text, encodingOf(options))
  // Fewer than 128 signatures: their number is one byte.
  const [count = 0] = bytes ?? []
  if (bytes === undefined || count === 0 || count > 127) return undefined
  if (bytes.length <= 1 + count * signatureSize) return undefined
  const signature = bytes.subarray(1, 1 + signatureSize)
  return signature.every((byte) => byte === 0) ? undefined : base58.encode(signature)
}

function encodingOf(options: unknown): unknown {
  const isRecord = typeof options === 'object' && options !== null
  return isRecord && 'encoding' in options ? (options.encoding ?? 'base58') : 'base58'
}

function decode(text: string, encoding: unknown): Uint8Array | undefined {
  try {
    if (encoding === 'base64') return base64.decode(text)
    // Decoding takes time by the square of the length: the node's own limit.
    return encoding === 'base58' && text.length <= 1_700 ? base58.decode(text) : undefined
  } catch {
    return undefined
  }
}
