import { createHash, randomUUID, webcrypto } from 'node:crypto'
import type { DeviceStore, Seen } from '../../../site/vault/WalletSession.js'

/** A browser with the wallet's site: the session's key, the device's key, and what the site stores. */
export type TestDevice = {
  /** The thumbprint of the session's key. */
  readonly key: string
  readonly store: DeviceStore & {
    /** Loses the device's key, as a browser does that empties its storage. */
    loseKey(): void
    readonly seen: Map<string, Seen>
  }
  /** Returns a proof of the session's key for one request (RFC 9449), which covers the body. */
  prove(request: {
    readonly method: string
    readonly url: string
    readonly body: string
    readonly token: string
    /** Epoch milliseconds. */
    readonly now: number
  }): Promise<string>
}

const { subtle } = webcrypto
const curve = 'P-256'

export async function createTestDevice(): Promise<TestDevice> {
  const session = await subtle.generateKey({ name: 'ECDSA', namedCurve: curve }, false, ['sign', 'verify'])
  const { kty, crv, x, y } = await subtle.exportKey('jwk', session.publicKey)
  const seen = new Map<string, Seen>()
  let pair: Promise<CryptoKeyPair> | undefined

  return {
    key: digest(JSON.stringify({ crv, kty, x, y })),
    store: {
      seen,
      loseKey() {
        pair = undefined
      },
      // All tabs get one key, also if they ask at once.
      key() {
        pair ??= subtle.generateKey({ name: 'ECDH', namedCurve: curve }, false, [
          'deriveBits',
        ]) as Promise<CryptoKeyPair>
        return pair
      },
      readSeen: async (user) => seen.get(user),
      writeSeen: async (user, one) => void seen.set(user, one),
      forget: async (user) => void seen.delete(user),
    },
    async prove({ method, url, body, token, now }) {
      const parts = [
        { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } },
        {
          ...{ jti: randomUUID(), htm: method, htu: url, iat: Math.floor(now / 1_000) },
          ...{ ath: digest(token), lkb: digest(body) },
        },
      ]
      const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = await subtle.sign(algorithm, session.privateKey, Buffer.from(text))
      return `${text}.${Buffer.from(signature).toString('base64url')}`
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
