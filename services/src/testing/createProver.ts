import { createHash, randomUUID, webcrypto } from 'node:crypto'

type Request = {
  readonly method: string
  readonly url: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly token?: string | undefined
  /** Header fields that an attacker replaces. */
  readonly head?: object | undefined
  readonly claims?: object | undefined
}

/** Creates valid and invalid proofs with its own key (RFC 9449), independently of the client's code. */
export async function createProver() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty, crv, x, y } = await webcrypto.subtle.exportKey('jwk', publicKey)
  return async ({ method, url, now, token, head, claims }: Request): Promise<string> => {
    const parts = [
      { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y }, ...head },
      {
        ...{ jti: randomUUID(), htm: method, htu: url, iat: Math.floor(now / 1_000) },
        ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
        ...claims,
      },
    ]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = await webcrypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      Buffer.from(text),
    )
    return `${text}.${Buffer.from(signature).toString('base64url')}`
  }
}
