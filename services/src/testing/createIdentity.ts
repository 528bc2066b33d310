import { generateKeyPairSync, sign } from 'node:crypto'
import { toClientId } from '../relay/auth/clientKey.js'

/** A key that can prove a client id to a relay. */
export type Identity = {
  readonly clientId: string
  /** Returns a token like a client's; `claims` and `header` override single fields. */
  token(options?: TokenOptions): string
}

type TokenOptions = {
  readonly now?: number | undefined
  readonly claims?: { readonly [name: string]: unknown } | undefined
  readonly header?: { readonly [name: string]: unknown } | undefined
}

export function createIdentity(): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const clientId = toClientId(Buffer.from(x, 'base64url'))
  return {
    clientId,
    token({ now = Math.floor(Date.now() / 1000), claims, header } = {}) {
      const signed = [
        { alg: 'EdDSA', typ: 'JWT', ...header },
        {
          iss: clientId,
          sub: 'ab'.repeat(32),
          aud: 'ws://localhost',
          iat: now,
          exp: now + 86_400,
          ...claims,
        },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
    },
  }
}
