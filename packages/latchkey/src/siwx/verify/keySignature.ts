/** Signatures by keys of eip155. A separate module without chain access, for browsers. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Checks that the key of an address signed a text, accepting only the canonical form of the signature. */
export function isSignedByKey(text: string, address: string, signature: string): boolean {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return false
  const key = keySignatureOf(hexToBytes(signature.slice(2)))
  return key?.isStrict === true && signerOf(text, key) === address.toLowerCase()
}

export type KeySignature = {
  /** `r` and `s`. */
  readonly compact: Uint8Array
  readonly recovery: number
  /** 65 bytes with the lower of the two possible `s`: the only form of each signature that counts. */
  readonly isStrict: boolean
}

/** Parses a key's signature; `undefined` for bytes of another form. */
export function keySignatureOf(bytes: Uint8Array): KeySignature | undefined {
  const compact = bytes.slice(0, 64)
  if (bytes.length === 64) {
    // ERC-2098: the first bit of `s` holds the parity of the point.
    const first = compact[32] as number
    const recovery = first >> 7
    compact[32] = first & 0x7f
    return { compact, recovery, isStrict: false }
  }
  const recovery = [0, 1, 27, 28].indexOf(bytes[64] ?? -1) % 2
  if (bytes.length !== 65 || recovery < 0) return undefined
  return { compact, recovery, isStrict: !isHigh(compact) }
}

export function isHigh(compact: Uint8Array): boolean {
  return BigInt(`0x${bytesToHex(compact.subarray(32))}`) > secp256k1.Point.CURVE().n / 2n
}

/** Recovers the address whose key signed a text (ERC-191), in lower case; `undefined` if no key did. */
export function signerOf(text: string, signature: Pick<KeySignature, 'compact' | 'recovery'>) {
  return addressOfSigner(hashOfText(text), signature)
}

/** Returns the hash that a wallet signs for a text (ERC-191). */
export function hashOfText(text: string): Uint8Array {
  const message = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${message.length}`), message))
}

/** Recovers the address whose key signed a hash, in lower case; `undefined` if no key did. */
export function addressOfSigner(
  hash: Uint8Array,
  { compact, recovery }: Pick<KeySignature, 'compact' | 'recovery'>,
): string | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery)
    const key = signature.recoverPublicKey(hash).toBytes(false)
    return `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(-20))}`
  } catch {
    // No key can produce these numbers.
    return undefined
  }
}
