import { bytesOf } from '../../../core/hexOf.js'
import type { AskedFor } from '../../../core/intent.js'
import { isRecord } from '../../../protocol/checks.js'
import { cleanText } from '../../../protocol/schema/text.js'

/** The most characters of a message, and of bytes that are no text. */
const lengths = { text: 160, bytes: 40 }

/** What the visitor reads about a signature or an app's request: the message, or the method and its recipient. */
export type AskedFacts =
  | { readonly message: string }
  | { readonly method: string; readonly recipient?: string | undefined }

/** Reads that from the intent, which an app may have filled with anything; `undefined` for an empty message. */
export function askedFacts(asked: AskedFor): AskedFacts | undefined {
  const message = asked.kind === 'request' ? signedBy(asked) : asked.message
  if (message === undefined && asked.kind === 'request')
    return { method: asked.method, recipient: recipientOf(asked.params) }
  const text = message && ('text' in message ? cleanText(message.text, lengths.text) : textOf(message.hex))
  return text ? { message: text } : undefined
}

/** The text or bytes that an app asks to have signed (EIP-191). Some apps write the address first. */
function signedBy({ method, params }: Extract<AskedFor, { kind: 'request' }>) {
  const parts = method === 'personal_sign' && Array.isArray(params) ? params.slice(0, 2) : []
  const data = parts.find((part) => typeof part === 'string' && !/^0x[0-9a-f]{40}$/i.test(part))
  if (typeof data !== 'string') return undefined
  return /^0x(?:[0-9a-f]{2})*$/i.test(data) ? { hex: data.slice(2) } : { text: data }
}

/** Bytes as the text that they stand for, else in hex. */
function textOf(hex: string): string {
  const start = hex.slice(0, lengths.text * 8)
  try {
    // `stream`: the cut may have left the beginning of a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(start), { stream: true })
    return cleanText(text, lengths.text)
  } catch {
    // They are no text.
    return hex.length > lengths.bytes ? `0x${hex.slice(0, lengths.bytes)}…` : `0x${hex}`
  }
}

/** Whom a request pays or calls, if it is one address. */
function recipientOf(params: unknown): string | undefined {
  const [first, second]: readonly unknown[] = Array.isArray(params) ? params : [params]
  if (!isRecord(first) || second !== undefined) return undefined
  const calls: readonly unknown[] = Array.isArray(first.calls) ? first.calls : [first]
  const call = calls.length === 1 ? calls[0] : undefined
  if (!isRecord(call)) return undefined
  const to = call.to ?? call.recipientAddress
  return typeof to === 'string' ? cleanText(to, 128) || undefined : undefined
}
