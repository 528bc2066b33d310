import type { Hex } from 'viem'
import { bytesToHex, hexToBytes, stringToBytes } from 'viem/utils'
import { isBytes } from '../../accounts/hex.js'
import { refuse } from '../../accounts/Refusal.js'
import type { Value, Warning } from '../ConsentRequest.js'
import { warn } from '../Draft.js'
import { hiddenIn } from './hiddenCharacters.js'

/** Longer messages cannot be looked at by anybody. */
const messageLimit = 32 * 1024

/** Reads what `personal_sign` signs: bytes in hex, else the text itself. @throws {Refusal} */
export function readMessageBytes(message: unknown, fieldName: string): Hex {
  if (typeof message !== 'string') throw refuse('invalid', { field: fieldName, problem: 'must be a text' })
  if (message.length > 2 * messageLimit + 2) throw refuse('tooLarge', { field: fieldName })
  const bytes = isBytes(message) ? message : bytesToHex(encodeText(message, fieldName))
  if (bytes.length > 2 * messageLimit + 2) throw refuse('tooLarge', { field: fieldName })
  return bytes
}

/** Encodes a text as it is signed. @throws {Refusal} For half characters, which an encoder would replace */
export function encodeText(text: string, fieldName: string): Uint8Array {
  if (/[\ud800-\udfff]/u.test(text)) {
    throw refuse('invalid', { field: fieldName, problem: 'has half a character' })
  }
  return stringToBytes(text)
}

/** The text that bytes stand for; `undefined` if they stand for none. */
export function decodeText(bytes: Hex): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(bytes))
  } catch {
    // Not UTF-8.
    return undefined
  }
}

/** Shows bytes as the text that they are, or as hex with the reason. */
export function showBytes(bytes: Hex): { readonly value: Value; readonly warnings: readonly Warning[] } {
  const text = decodeText(bytes)
  if (text !== undefined) return showText(text, bytes)
  const isHash = bytes.length === 66
  return {
    value: { type: 'hex', hex: bytes },
    warnings: [warn('caution', 'notText'), ...(isHash ? [warn('caution', 'looksLikeHash')] : [])],
  }
}

/** Shows a text; as hex if a reader would not see all of it. */
export function showText(
  text: string,
  bytes: Hex = bytesToHex(stringToBytes(text)),
): { readonly value: Value; readonly warnings: readonly Warning[] } {
  const hidden = hiddenIn(text)
  if (hidden === 'nothing') return { value: { type: 'text', text }, warnings: [] }
  const key = hidden === 'direction' ? 'textDirection' : 'hiddenCharacters'
  return { value: { type: 'hex', hex: bytes }, warnings: [warn('danger', key)] }
}
