/**
 * Keys and the topics that follow from them (WalletConnect spec, "Crypto": key agreement and topics).
 *
 * Keys are kept and travel as 32 bytes in lower-case hex.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { randomBytes } from '@noble/hashes/utils.js'
import { fromBase64, fromHex, fromUtf8, toHex } from '../encoding.js'
import { type Curves, loadNobleCurves, type Signer } from './curves.js'
import { nativeCurves } from './nativeCurves.js'

/** X25519. */
export type KeyPair = { readonly privateKey: string; readonly publicKey: string }

export async function createKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await withCurves((curves) => curves.createKeyPair())
  return { privateKey: toHex(privateKey), publicKey: toHex(publicKey) }
}

/** 32 random bytes in hex: a symmetric key, a seed, a nonce. */
export function randomKey(): string {
  return toHex(randomBytes(32))
}

/**
 * The key that both sides of a session derive: HKDF-SHA256 of the X25519 shared secret, without salt and info.
 *
 * `undefined` when the peer's key is malformed, or one of the low-order points that make every shared secret all zeros:
 * whoever watches the topic could read a session under such a key.
 */
export async function deriveSymKey(privateKey: string, peerPublicKey: unknown): Promise<string | undefined> {
  const own = fromHex(privateKey, 32)
  const peer = fromHex(peerPublicKey, 32)
  if (own === undefined || peer === undefined) return undefined
  const symKey = await withCurves((curves) => curves.agree(own, peer))
  return symKey === undefined ? undefined : toHex(symKey)
}

/** Makes a signer of a 32-byte seed in hex. */
export function createSigner(seed: string): Promise<Signer> {
  return withCurves((curves) => curves.createSigner(fromHex(seed, 32) ?? new Uint8Array()))
}

async function withCurves<value>(task: (curves: Curves) => Promise<value>): Promise<value> {
  try {
    return await task(nativeCurves)
  } catch {
    // No WebCrypto, or one that does not know the curve. Which of the two makes no difference.
    return task(await loadNobleCurves())
  }
}

/** The topic of a key: SHA-256 of its bytes, never of its hex text. Also of a public key, for authentication answers. */
export function topicOf(key: string): string {
  return hashOf(fromHex(key, 32) ?? new Uint8Array())
}

/** SHA-256 in hex. */
export function hashOf(bytes: Uint8Array): string {
  return toHex(sha256(bytes))
}

/**
 * A short name for a message, to know a second delivery by. Taken from the decoded bytes: base64 has several spellings
 * of one message, and a relay could replay it under another.
 */
export function fingerprintOf(message: string): string {
  return hashOf(fromBase64(message) ?? fromUtf8(message)).slice(0, 32)
}

export function isTopic(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
