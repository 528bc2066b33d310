import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase64, fromUtf8, toUtf8 } from '../encoding.js'

const leeway = 120

/** Returns a token's client id, or the public relay's text for refusing it. */
export function checkRelayToken(url: string, now: number): { readonly clientId: string } | string {
  const token = new URL(url).searchParams.get('auth') ?? ''
  const [header = '', body = '', signature = ''] = token.split('.')
  const { iss, iat, exp } = JSON.parse(toUtf8(fromBase64(body) ?? new Uint8Array())) as {
    iss: string
    iat: number
    exp: number
  }
  const key = fromBase58(iss.slice('did:key:z'.length)).slice(2)
  const isSigned = ed25519.verify(
    fromBase64(signature) ?? new Uint8Array(),
    fromUtf8(`${header}.${body}`),
    key,
  )
  if (!isSigned) return 'JWT validation error: Invalid signature'
  const seconds = Math.floor(now / 1000)
  if (iat > seconds + leeway) {
    return `JWT validation error: JWT Token is not yet valid: basic.iat: ${iat}, now + time_leeway: ${seconds + leeway}, time_leeway: ${leeway}`
  }
  if (exp < seconds - leeway) return `JWT validation error: JWT Token is expired: Some(${exp})`
  return { clientId: iss }
}

function fromBase58(text: string): Uint8Array {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let number = 0n
  for (const character of text) number = number * 58n + BigInt(alphabet.indexOf(character))
  const hex = number.toString(16)
  const bytes = (hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? []
  return Uint8Array.from(bytes, (pair) => Number.parseInt(pair, 16))
}
