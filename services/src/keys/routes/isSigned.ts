import { verify } from 'node:crypto'

/**
 * Whether a text is signed with a wallet's change key, which comes of its vault key. A session alone, say one that was phished, can so neither
 * replace a wallet, nor make its ways in useless, nor delete it.
 */
export function isSigned(text: string, changeKey: string, proof = ''): boolean {
  const key = { kty: 'OKP', crv: 'Ed25519', x: changeKey }
  try {
    return verify(undefined, Buffer.from(text), { key, format: 'jwk' }, Buffer.from(proof, 'base64url'))
  } catch {
    // The stored key is no point of the curve, so nothing is signed with it.
    return false
  }
}
