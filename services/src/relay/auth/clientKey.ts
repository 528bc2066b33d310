import { createPublicKey, type KeyObject } from 'node:crypto'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Decodes a client id to its Ed25519 public key; `undefined` for an invalid id.
 *
 * A client id is `did:key:z` + base58btc of the multicodec prefix `ED 01` and the 32 bytes of the key (did:key 0.9,
 * section 3.1.2).
 */
export function clientKey(clientId: string): KeyObject | undefined {
  const match = /^did:key:z([1-9A-HJ-NP-Za-km-z]{40,60})$/.exec(clientId)
  // Stryker disable next-line StringLiteral: whatever has not the form of a key is none.
  const hex = match?.[1] === undefined ? '' : decodeBase58(match[1]).toString(16)
  if (!/^ed01[0-9a-f]{64}$/.test(hex)) return undefined
  const x = Buffer.from(hex.slice(4), 'hex').toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}

/** Encodes a public key's 32 bytes as a client id. */
export function toClientId(publicKey: Uint8Array): string {
  return `did:key:z${encodeBase58(Buffer.from([0xed, 0x01, ...publicKey]))}`
}

// A quadratic conversion is fast enough for 60 characters. Leading zeros cannot occur after `ED 01`.
function decodeBase58(text: string): bigint {
  let value = 0n
  for (const character of text) value = value * 58n + BigInt(alphabet.indexOf(character))
  return value
}

function encodeBase58(bytes: Buffer): string {
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (value > 0n) {
    text = alphabet.charAt(Number(value % 58n)) + text
    value /= 58n
  }
  return text
}
