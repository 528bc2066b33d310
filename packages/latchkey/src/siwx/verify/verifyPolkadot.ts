import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { loadSr25519 } from './peers.js'
import { SiwxError } from './SiwxError.js'

/** The kinds of `MultiSignature`, by their first byte. */
const kinds = ['ed25519', 'sr25519', 'ecdsa'] as const
type Kind = (typeof kinds)[number]

/**
 * Checks whether a Polkadot account signed a text: sr25519, ed25519 or ecdsa, over the text itself or wrapped in
 * `<Bytes>…</Bytes>`, as extensions do.
 *
 * Needs the optional peer `@scure/sr25519`.
 *
 * @param signature Hex with `0x`: 64 or 65 bytes, or one more with the kind in front.
 */
export async function verifyPolkadot(text: string, address: string, signature: string): Promise<boolean> {
  const accountId = accountIdOf(address)
  if (!/^0x(?:[0-9a-f]{2}){64,66}$/i.test(signature)) throw new SiwxError('SIGNATURE_MALFORMED')
  const bytes = hexToBytes(signature.slice(2))
  const messages = [text, `<Bytes>${text}</Bytes>`].map(utf8ToBytes)
  for (const { kind, raw } of readings(bytes)) {
    for (const message of messages) {
      if (await isSigned(kind, raw, message, accountId)) return true
    }
  }
  return false
}

/** Yields the possible readings: 65 bytes are an ecdsa signature, or one of another kind with its kind in front. */
function* readings(bytes: Uint8Array): Generator<{ readonly kind: Kind; readonly raw: Uint8Array }> {
  if (bytes.length === 64) {
    // This one first: it needs no peer.
    yield { kind: 'ed25519', raw: bytes }
    yield { kind: 'sr25519', raw: bytes }
    return
  }
  const kind = kinds[bytes[0] ?? kinds.length]
  const size = kind === 'ecdsa' ? 66 : 65
  if (kind !== undefined && bytes.length === size) yield { kind, raw: bytes.subarray(1) }
  if (bytes.length === 65) yield { kind: 'ecdsa', raw: bytes }
}

async function isSigned(
  kind: Kind,
  signature: Uint8Array,
  message: Uint8Array,
  accountId: Uint8Array,
): Promise<boolean> {
  const verifySr25519 = kind === 'sr25519' ? (await loadSr25519()).verify : undefined
  try {
    if (verifySr25519 !== undefined) return verifySr25519(message, signature, accountId)
    if (kind === 'ed25519') return ed25519.verify(signature, message, accountId, { zip215: false })
    const compact = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
    if (compact.hasHighS()) return false
    const publicKey = compact
      .addRecoveryBit(signature[64] ?? 0)
      .recoverPublicKey(blake2b(message, { dkLen: 32 }))
      .toBytes(true)
    return equalBytes(blake2b(publicKey, { dkLen: 32 }), accountId)
  } catch {
    // The bytes are not a signature of this kind.
    return false
  }
}

/** The account of an SS58 address of any network, its checksum checked. */
function accountIdOf(address: string): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = base58.decode(address)
  } catch (error) {
    throw new SiwxError('ADDRESS_INVALID', error)
  }
  // Networks from 64 on take two bytes.
  const prefixLength = (bytes[0] ?? 0) < 64 ? 1 : 2
  const body = bytes.subarray(0, prefixLength + 32)
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  if (bytes.length !== prefixLength + 34 || !equalBytes(checksum, bytes.subarray(-2))) {
    throw new SiwxError('ADDRESS_INVALID')
  }
  return body.subarray(prefixLength)
}
