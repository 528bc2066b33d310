import type { BrowserKey } from './browserKey.js'

/**
 * A proof that the sender of a request holds the key (DPoP, RFC 9449). It is valid once, for one method, address and
 * time, and for the token in the request.
 */
export async function createProof(
  { privateKey, jwk }: BrowserKey,
  { method, url, now, token, body }: createProof.Request,
): Promise<string> {
  const { origin, pathname } = new URL(url)
  const claims = {
    jti: base64url(crypto.getRandomValues(new Uint8Array(16))),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(now / 1_000),
    ...(token !== undefined && { ath: await digest(token) }),
    ...(body !== undefined && { lkb: await digest(body) }),
  }
  const text = `${json({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${json(claims)}`
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, encode(text))
  return `${text}.${base64url(signature)}`
}

export declare namespace createProof {
  type Request = {
    readonly method: string
    /** Absolute. */
    readonly url: string
    /** Epoch milliseconds by the server's clock. */
    readonly now: number
    readonly token?: string | undefined
    /** The body, for servers that ask that the proof covers it (the wallet's site). */
    readonly body?: string | undefined
  }
}

const digest = async (text: string) => base64url(await crypto.subtle.digest('SHA-256', encode(text)))
const encode = (text: string) => new TextEncoder().encode(text)
const json = (value: object) => base64url(encode(JSON.stringify(value)))

function base64url(bytes: ArrayBuffer | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}
