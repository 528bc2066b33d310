/**
 * The encrypted envelope that peers exchange through the relay (WalletConnect spec, "Envelopes"): ChaCha20-Poly1305
 * (RFC 8439) with a random 12-byte nonce and no associated data, in standard base64.
 *
 * - Type 0, `00
 * iv
 * sealed`: both sides know the key.
 * - Type 1, `01
 * sender's public key
 * iv
 * sealed`: the receiver derives the key. Only for answers to a sign-in.
 * - Type 2, plain text between two apps on one device, is refused: no message on a relay may be unencrypted.
 */
import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import { concatBytes, randomBytes } from '@noble/hashes/utils.js'
import { fromBase64, fromHex, fromUtf8, toBase64, toHex, toUtf8 } from '../encoding.js'

const keyLength = 32
const ivLength = 12
const tagLength = 16

export type Envelope = {
  /** The sender's X25519 key in hex; present in type 1 only. */
  readonly senderPublicKey?: string | undefined
  readonly iv: Uint8Array
  readonly sealed: Uint8Array
}

type SealParameters = {
  readonly symKey: string
  readonly text: string
  /** Makes it a type-1 envelope. */
  readonly senderPublicKey?: string | undefined
  /** For test vectors. A nonce must never be used twice under one key. */
  readonly iv?: Uint8Array | undefined
}

/** Encrypts a text into an envelope in base64. */
export function sealEnvelope({
  symKey,
  text,
  senderPublicKey,
  iv = randomBytes(ivLength),
}: SealParameters): string {
  const sealed = chacha20poly1305(keyBytes(symKey), iv).encrypt(fromUtf8(text))
  const head =
    senderPublicKey === undefined
      ? Uint8Array.of(0)
      : concatBytes(Uint8Array.of(1), keyBytes(senderPublicKey))
  return toBase64(concatBytes(head, iv, sealed))
}

/** Parses base64 into an envelope of type 0 or 1; `undefined` for anything else. */
export function readEnvelope(base64: string): (Envelope & { readonly bytes: Uint8Array }) | undefined {
  const bytes = fromBase64(base64) ?? new Uint8Array()
  const [type] = bytes
  if (type !== 0 && type !== 1) return undefined
  const ivStart = type === 0 ? 1 : 1 + keyLength
  const sealedStart = ivStart + ivLength
  if (bytes.length < sealedStart + tagLength) return undefined
  return {
    bytes,
    senderPublicKey: type === 1 ? toHex(bytes.subarray(1, ivStart)) : undefined,
    iv: bytes.subarray(ivStart, sealedStart),
    sealed: bytes.subarray(sealedStart),
  }
}

/** Decrypts an envelope; `undefined` if it was sealed with another key or changed. */
export function openEnvelope({ iv, sealed }: Envelope, symKey: string): string | undefined {
  try {
    return toUtf8(chacha20poly1305(keyBytes(symKey), iv).decrypt(sealed))
  } catch {
    // A wrong tag, or bytes that are not UTF-8.
    return undefined
  }
}

function keyBytes(hex: string): Uint8Array {
  const bytes = fromHex(hex, keyLength)
  if (bytes === undefined) throw new TypeError('a key is 32 bytes in hex')
  return bytes
}
