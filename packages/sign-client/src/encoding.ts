/**
 * Text encodings of bytes: hex (keys, topics), base64 (envelopes), base64url (tokens), base58btc (did:key).
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

export const toHex = bytesToHex

export function fromUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true })

/** @throws if the bytes are not UTF-8. */
export function toUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Decodes hex of either case; `undefined` if it is not hex, or not `length` bytes long if given. */
export function fromHex(text: unknown, length?: number | undefined): Uint8Array | undefined {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) return undefined
  if (length !== undefined && text.length !== length * 2) return undefined
  return hexToBytes(text)
}

/** Standard base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // In slices, because a call takes a limited number of arguments.
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  }
  return btoa(text)
}

/** base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64 of either alphabet, with or without padding; `undefined` if it is invalid. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** base58btc, as in `did:key:z…`. */
export function toBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x0${toHex(bytes)}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = base58Alphabet.charAt(Number(number % 58n)) + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}
