/** Signs with a secp256k1 key that it does not show. */
export type DigestSigner = {
  /** Of the account, as 0x and 40 hex digits. */
  readonly address: string
  readonly publicKey: Uint8Array
  /** Signs 32 bytes as they are; returns 65 bytes: r, s (low), and 0 or 1 for the parity. */
  signDigest(hash: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** Signs with an ed25519 key that it does not show. */
export type BytesSigner = {
  readonly publicKey: Uint8Array
  /** Returns 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** The keys of a wallet, by chain family. */
export type Signers = {
  readonly eip155: DigestSigner
  readonly solana: BytesSigner
}
