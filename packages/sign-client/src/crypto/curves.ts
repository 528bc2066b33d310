/**
 * The two uses the client has for Curve25519: key agreement (X25519, RFC 7748) and signatures (Ed25519, RFC 8032).
 *
 * By WebCrypto where it knows them: there they take microseconds and no bytes of a page. It does not before Chrome 137
 * (133 for X25519), Firefox 130 and Safari 17, nor on plain-http pages; then noble's code is loaded, 11 kB.
 */
export type Curves = {
  /** 32 bytes each. */
  createKeyPair(): Promise<{ readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }>
  /**
   * HKDF-SHA256 of the shared secret, without salt and info, 32 bytes. `undefined` when the peer's key is one of the
   * points of small order, under which everybody has the same secret.
   */
  agree(privateKey: Uint8Array, peerPublicKey: Uint8Array): Promise<Uint8Array | undefined>
  /** Of a 32-byte seed. */
  createSigner(seed: Uint8Array): Promise<Signer>
}

export type Signer = {
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Promise<Uint8Array>
}

export const loadNobleCurves = async (): Promise<Curves> => (await import('./nobleCurves.js')).nobleCurves
