import { base64urlnopad } from '@scure/base'
import { VaultError } from './VaultError.js'

/** Bytes that the browser's cryptography takes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Views bytes as ones of an `ArrayBuffer`, without a copy where they are: a copy of a secret would have to be overwritten too. */
export function asBytes(bytes: Uint8Array): Bytes {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Bytes) : new Uint8Array(bytes)
}

/** Encodes a text that is no secret: texts cannot be overwritten. */
export function utf8(text: string): Bytes {
  return asBytes(new TextEncoder().encode(text))
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Overwrites secrets with zeros. Engines may hold copies that no code can reach, so they must also live short. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0)
}

/** Compares bytes in a time that tells nothing of where they differ. */
export function isEqual(first: Uint8Array, second: Uint8Array): boolean {
  if (first.length !== second.length) return false
  let difference = 0
  for (const [index, byte] of first.entries()) difference |= byte ^ (second[index] ?? 0)
  return difference === 0
}

export function random(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** Writes bytes in base64url without padding. */
export function toText(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes)
}

/** Reads base64url; with `length`, of exactly this many bytes. Throws `damaged`. */
export function fromText(text: string, length?: number | undefined): Bytes {
  let bytes: Bytes | undefined
  try {
    bytes = asBytes(base64urlnopad.decode(text))
  } catch {
    // Not the one encoding of any bytes.
  }
  if (bytes === undefined || (length !== undefined && bytes.length !== length))
    throw new VaultError('damaged', 'a field of the wallet is damaged')
  return bytes
}

/** A new random id of a wallet's part: 16 bytes in base64url. */
export function randomId(): string {
  return toText(random(16))
}

export async function sha256(bytes: Uint8Array): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', asBytes(bytes)))
}
