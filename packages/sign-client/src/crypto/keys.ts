/**
 * Keys, and the topics derived from them (WalletConnect spec, "Crypto": key agreement and topics).
 *
 * Keys are stored and sent as 32 bytes in lower-case hex.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { randomBytes } from '@noble/hashes/utils.js'
import { fromBase64, fromHex, fromUtf8, toHex } from '../encoding.js'
import type { CurveSet, Signer } from './CurveSet.js'
import { loadNobleCurves } from './curves.js'
import { nativeCurves } from './nativeCurves.js'

/** X25519. */
export type KeyPair = { readonly privateKey: string; readonly publicKey: string }

export async function createKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await withCurves((curves) => curves.createKeyPair())
  return { privateKey: toHex(privateKey), publicKey: toHex(publicKey) }
}

/** Returns 32 random bytes in hex: a symmetric key, a seed or a nonce. */
export function randomKey(): string {
  return toHex(randomBytes(32))
}

/**
 * Derives the session key that both sides share: HKDF-SHA256 of the X25519 shared secret, without salt and info.
 *
 * `undefined` if the peer's key is malformed or has low order. Low-order keys make every shared secret zero, so anybody
 * who watches the topic could read the session.
 */
export async function deriveSymKey(privateKey: string, peerPublicKey: unknown): Promise<string | undefined> {
  // A malformed key counts as an empty one, which no curve accepts.
  const [own, peer] = [bytesOf(privateKey), bytesOf(peerPublicKey)]
  const symKey = await withCurves((curves) => curves.agree(own, peer))
  return symKey === undefined ? undefined : toHex(symKey)
}

const bytesOf = (key: unknown) => fromHex(key, 32) ?? new Uint8Array()

/** Creates a signer from a 32-byte seed in hex. */
export function createSigner(seed: string): Promise<Signer> {
  return withCurves((curves) => curves.createSigner(bytesOf(seed)))
}

async function withCurves<value>(task: (curves: CurveSet) => Promise<value>): Promise<value> {
  try {
    return await task(nativeCurves)
  } catch {
    // WebCrypto is missing or does not support the curve.
    return task(await loadNobleCurves())
  }
}

/**
 * Returns the topic of a key: SHA-256 of its bytes, not of its hex text. For sign-in answers the key is a public key.
 */
export function topicOf(key: string): string {
  return hashOf(bytesOf(key))
}

/** Returns SHA-256 in hex. */
export function hashOf(bytes: Uint8Array): string {
  return toHex(sha256(bytes))
}

/**
 * Returns a short fingerprint of a message, to detect duplicates. It is computed from the decoded bytes, because one
 * message has several base64 spellings and a relay could replay it in another.
 */
export function fingerprintOf(message: string): string {
  return hashOf(fromBase64(message) ?? fromUtf8(message)).slice(0, 32)
}

export function isTopic(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
