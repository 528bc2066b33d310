/** The curves by WebCrypto (W3C "Secure Curves"). Every function throws if the platform does not support them. */
import { concatBytes } from '@noble/hashes/utils.js'
import { fromBase64 } from '../encoding.js'
import type { CurveSet } from './CurveSet.js'

/** Wraps a raw private key in PKCS #8 (RFC 8410 section 7) for WebCrypto. Only the curve's number differs. */
const pkcs8 = (curve: 0x6e | 0x70, key: Uint8Array) =>
  concatBytes(Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, curve, 4, 34, 4, 32), key)

/** Copies bytes, because WebCrypto's types refuse shared memory. */
const own = (bytes: Uint8Array) => new Uint8Array(bytes)

export const nativeCurves: CurveSet = {
  async createKeyPair() {
    const { subtle } = globalThis.crypto
    // Extractable, because stored pairings and sessions outlive the page.
    const pair = await subtle.generateKey({ name: 'X25519' }, true, ['deriveBits'])
    if (!('privateKey' in pair)) throw new TypeError('no key pair')
    const { d, x } = await subtle.exportKey('jwk', pair.privateKey)
    return { privateKey: readKey(d), publicKey: readKey(x) }
  },

  async agree(privateKey, peerPublicKey) {
    const { subtle } = globalThis.crypto
    const name = 'X25519'
    const key = await subtle.importKey('pkcs8', pkcs8(0x6e, privateKey), { name }, false, ['deriveBits'])
    let shared: Uint8Array
    try {
      const peerKey = await subtle.importKey('raw', own(peerPublicKey), { name }, false, [])
      shared = new Uint8Array(await subtle.deriveBits({ name, public: peerKey }, key, 256))
    } catch {
      // The first import proved that the platform supports the curve, so it refused the peer's key.
      return undefined
    }
    if (shared.every((byte) => byte === 0)) return undefined
    const secret = await subtle.importKey('raw', own(shared), 'HKDF', false, ['deriveBits'])
    const empty = new Uint8Array()
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt: empty, info: empty }
    return new Uint8Array(await subtle.deriveBits(parameters, secret, 256))
  },

  async createSigner(seed) {
    const { subtle } = globalThis.crypto
    const name = 'Ed25519'
    // Extractable, because only an export reveals the public key.
    const key = await subtle.importKey('pkcs8', pkcs8(0x70, seed), { name }, true, ['sign'])
    const { x } = await subtle.exportKey('jwk', key)
    return {
      publicKey: readKey(x),
      sign: async (message) => new Uint8Array(await subtle.sign({ name }, key, own(message))),
    }
  },
}

function readKey(text: string | undefined): Uint8Array {
  const bytes = fromBase64(text ?? '')
  if (bytes?.length !== 32) throw new TypeError('WebCrypto gave no key')
  return bytes
}
