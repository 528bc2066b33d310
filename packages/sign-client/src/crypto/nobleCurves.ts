/** The curves in JavaScript. Only imported on demand, so that browsers with native curves never load them. */
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { CurveSet } from './CurveSet.js'

export const nobleCurves: CurveSet = {
  async createKeyPair() {
    const { secretKey, publicKey } = x25519.keygen()
    return { privateKey: secretKey, publicKey }
  },
  async agree(privateKey, peerPublicKey) {
    try {
      const shared = x25519.getSharedSecret(privateKey, peerPublicKey)
      return shared.every((byte) => byte === 0) ? undefined : hkdf(sha256, shared, undefined, undefined, 32)
    } catch {
      // noble throws for low-order points.
      return undefined
    }
  },
  async createSigner(seed) {
    return { publicKey: ed25519.getPublicKey(seed), sign: async (message) => ed25519.sign(message, seed) }
  },
}
