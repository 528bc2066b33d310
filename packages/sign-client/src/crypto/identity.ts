/**
 * The client's identity for a relay: an Ed25519 key as a `did:key` (WalletConnect spec, "Relay client auth"; the
 * did:key method, section 3.1; multicodec `ed25519-pub`).
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { fromUtf8, toBase58 } from '../encoding.js'
import { createSigner } from './keys.js'

export type Identity = {
  /** `did:key:z6Mk…`: the id of the client's mailboxes on the relay. */
  readonly clientId: string
  sign(text: string): Promise<Uint8Array>
}

/** Creates the identity of a 32-byte seed in hex. */
export async function createIdentity(seed: string): Promise<Identity> {
  const signer = await createSigner(seed)
  return {
    clientId: `did:key:z${toBase58(concatBytes(Uint8Array.of(0xed, 0x01), signer.publicKey))}`,
    sign: (text) => signer.sign(fromUtf8(text)),
  }
}
