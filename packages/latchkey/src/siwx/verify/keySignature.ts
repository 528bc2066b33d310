/** Signatures of keys of eip155. In a room of its own, without what asks a chain, for browsers. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Whether the key of an address signed a text, in the one form of a signature that counts. */
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

/** What a key's signature would be made of; `undefined` for bytes of another form. */
export function keySignatureOf(bytes: Uint8Array): KeySignature | undefined {
  const compact = bytes.slice(0, 64)
  if (bytes.length === 64) {
    // ERC-2098: the first bit of `s` says which point it was.
    const recovery = (compact[32] ?? 0) >> 7
    compact[32] = (compact[32] ?? 0) & 0x7f
    return { compact, recovery, isStrict: false }
  }
  const recovery = [0, 1, 27, 28].indexOf(bytes[64] ?? -1) % 2
  if (bytes.length !== 65 || recovery < 0) return undefined
  return { compact, recovery, isStrict: !isHigh(compact) }
}

function isHigh(compact: Uint8Array): boolean {
  return BigInt(`0x${bytesToHex(compact.subarray(32))}`) > secp256k1.Point.CURVE().n / 2n
}

/** Whose key signed a text (ERC-191), in small letters; `undefined` where no key did. */
export function signerOf(text: string, { compact, recovery }: KeySignature): string | undefined {
  const message = utf8ToBytes(text)
  const hash = keccak_256(
    concatBytes(utf8ToBytes(`\u0019Ethereum Signed Message:\n${message.length}`), message),
  )
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery)
    const key = signature.recoverPublicKey(hash).toBytes(false)
    return `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(-20))}`
  } catch {
    // Numbers that are no signature of any key.
    return undefined
  }
}
