import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { SiwxError } from './SiwxError.js'

const signingDomain = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'))

/**
 * Checks whether a Solana account signed a text: ed25519 strictly by RFC 8032 (`zip215: false`, small-order keys
 * rejected), over the text itself or over its off-chain message envelope, which hardware wallets sign.
 *
 * @param signature 64 bytes in base58.
 */
export function verifySolana(text: string, address: string, signature: string): boolean {
  const publicKey = decode(address)
  if (publicKey?.length !== 32) throw new SiwxError('ADDRESS_INVALID')
  const bytes = decode(signature)
  if (bytes?.length !== 64) throw new SiwxError('SIGNATURE_MALFORMED')
  const message = utf8ToBytes(text)
  return [message, ...envelopes(message, publicKey)].some((signed) =>
    ed25519.verify(bytes, signed, publicKey, { zip215: false }),
  )
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    // Not base58: the caller throws the fitting error.
    return undefined
  }
}

/** Limited UTF-8: restricted ASCII, which is 0, has no line breaks, and every message of ours has some. */
const format = 1

/** The envelope, version 0, in its short form and with application domain and signer. */
function envelopes(message: Uint8Array, publicKey: Uint8Array): readonly Uint8Array[] {
  const length = Uint8Array.of(message.length & 0xff, message.length >> 8)
  const version = Uint8Array.of(0)
  return [
    concatBytes(signingDomain, version, Uint8Array.of(format), length, message),
    concatBytes(
      signingDomain,
      version,
      new Uint8Array(32),
      Uint8Array.of(format, 1),
      publicKey,
      length,
      message,
    ),
  ]
}
