/**
 * The client's two uses of Curve25519: key agreement (X25519, RFC 7748) and signatures (Ed25519, RFC 8032).
 *
 * Uses WebCrypto where it supports them, which takes microseconds and adds no bytes to a page. It does not before
 * Chrome 137 (133 for X25519), Firefox 130 and Safari 17, nor on plain-http pages; noble's code (11 kB) is then loaded.
 */
export type CurveSet = {
  /** 32 bytes each. */
  createKeyPair(): Promise<{ readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }>
  /**
   * Returns HKDF-SHA256 of the shared secret, without salt and info, 32 bytes. `undefined` for a peer's key of small
   * order, under which everybody has the same secret.
   */
  agree(privateKey: Uint8Array, peerPublicKey: Uint8Array): Promise<Uint8Array | undefined>
  /** Creates a signer from a 32-byte seed. */
  createSigner(seed: Uint8Array): Promise<Signer>
}

export type Signer = {
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Promise<Uint8Array>
}
