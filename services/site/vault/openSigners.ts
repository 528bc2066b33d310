import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { deriveAccounts } from './accounts.js'
import { asBytes, type Bytes, concat, wipe } from './bytes.js'

/** Signs with the keys of a wallet until it is closed, and does not show them. */
export type OpenedSigners = {
  readonly eip155: {
    readonly address: string
    /** An uncompressed point. */
    readonly publicKey: Bytes
    /** Signs 32 bytes as they are. Returns 65 bytes: r, s (in its lower half), and 0 or 1 for the parity. */
    signDigest(hash: Uint8Array): Bytes
  }
  readonly solana: {
    readonly address: string
    readonly publicKey: Bytes
    /** Signs bytes with Ed25519. Returns 64 bytes. */
    sign(bytes: Uint8Array): Bytes
  }
  /** Overwrites the keys; nothing is signed afterwards. */
  close(): void
}

/** Derives the keys of a wallet to sign with them. Close them as soon as the signature is there. */
export async function openSigners(entropy: Uint8Array): Promise<OpenedSigners> {
  const keys = await deriveAccounts(entropy)
  let isOpen = true
  const needOpen = () => {
    if (!isOpen) throw new Error('the wallet is locked')
  }
  return {
    eip155: {
      address: keys.addresses.eip155,
      publicKey: asBytes(secp256k1.getPublicKey(keys.eip155, false)),
      signDigest(hash) {
        needOpen()
        if (hash.length !== 32) throw new Error('a digest has 32 bytes')
        const signature = secp256k1.sign(hash, keys.eip155, {
          ...{ prehash: false, lowS: true },
          format: 'recovered',
        })
        // The library puts the parity first.
        return concat(signature.subarray(1), signature.subarray(0, 1))
      },
    },
    solana: {
      address: keys.addresses.solana,
      publicKey: asBytes(ed25519.getPublicKey(keys.solana)),
      sign(bytes) {
        needOpen()
        return asBytes(ed25519.sign(bytes, keys.solana))
      },
    },
    close() {
      isOpen = false
      wipe(keys.eip155, keys.solana)
    },
  }
}
