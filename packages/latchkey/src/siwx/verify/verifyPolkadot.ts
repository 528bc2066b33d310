import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { loadSr25519 } from './peers.js'
import { SiwxError } from './SiwxError.js'

/** The kinds of `MultiSignature`, by their first byte. */
const kinds = ['ed25519', 'sr25519', 'ecdsa'] as const
type Kind = (typeof kinds)[number]

/** The prefixes of addresses on networks that have registered one. */
const prefixes = new Map<string | undefined, number>([
  // Polkadot and Kusama, each with its asset hub.
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 0],
  ['polkadot:68d56f15f85d3136970ec16946040bc1', 0],
  ['polkadot:b0a8d493285c2df73290dfb7e61f870f', 2],
  ['polkadot:48239ef607d7928874027a43a6768920', 2],
])

/**
 * Checks whether a Polkadot account signed a text, or bytes: sr25519, ed25519 or ecdsa, over the text itself or
 * wrapped in `<Bytes>…</Bytes>`, as extensions do.
 *
 * Needs the optional peer `@scure/sr25519`.
 *
 * @param signature Hex with `0x`: 64 or 65 bytes, or one more with the kind in front.
 * @param chainId The network for which the address must be written, if it has a registered prefix.
 */
export async function verifyPolkadot(
  text: string | Uint8Array,
  address: string,
  signature: string,
  chainId?: CaipNetworkId,
): Promise<boolean> {
  const accountId = accountIdOf(address, prefixes.get(chainId))
  if (!/^0x(?:[0-9a-f]{2}){64,66}$/i.test(signature)) throw new SiwxError('SIGNATURE_MALFORMED')
  const bytes = hexToBytes(signature.slice(2))
  const message = typeof text === 'string' ? utf8ToBytes(text) : text
  const messages = [message, concatBytes(utf8ToBytes('<Bytes>'), message, utf8ToBytes('</Bytes>'))]
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

/** The account of an SS58 address, its checksum checked; of any network unless its prefix is given. */
function accountIdOf(address: string, wanted: number | undefined): Uint8Array {
  let bytes: Uint8Array
  try {
    bytes = base58.decode(address)
  } catch (error) {
    throw new SiwxError('ADDRESS_INVALID', error)
  }
  // Networks from 64 on take two bytes. A smaller one in two would be a second way to write an address.
  const [first = 0, second = 0] = bytes
  const prefixLength = first < 64 ? 1 : 2
  const prefix = prefixLength === 1 ? first : ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8)
  const isPrefix = first < 128 && (prefixLength === 1 || prefix > 63) && prefix !== 46 && prefix !== 47
  const isWanted = isPrefix && (wanted === undefined || prefix === wanted)
  const body = bytes.subarray(0, prefixLength + 32)
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  if (!isWanted || bytes.length !== prefixLength + 34 || !equalBytes(checksum, bytes.subarray(-2))) {
    throw new SiwxError('ADDRESS_INVALID')
  }
  return body.subarray(prefixLength)
}
