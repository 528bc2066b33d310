import { ristretto255_oprf } from '@noble/curves/ed25519.js'

// The server's part of the OPRF of RFC 9497 with ristretto255 in base mode. The visitor's browser blinds its input before and unblinds the
// element afterwards, so the server learns neither the password nor what is made of it.

/** Makes an OPRF key: a scalar of 32 bytes. */
export function createScalar(): Uint8Array {
  return ristretto255_oprf.oprf.generateKeyPair().secretKey
}

/**
 * Evaluates a blinded element with an OPRF key. Returns nothing if the bytes are no element, or the identity, which a client must not send.
 */
export function evaluate(scalar: Uint8Array, blinded: Uint8Array): Uint8Array | undefined {
  try {
    return ristretto255_oprf.oprf.blindEvaluate(scalar, blinded)
  } catch {
    // Not 32 bytes, not the one encoding of an element, or the identity.
    return undefined
  }
}
