import { verify } from 'node:crypto'
import { parseJson } from 'latchkey/protocol'
import * as v from 'valibot'
import { clientKey } from './clientKey.js'

/** How far a client's clock may be off, in seconds, in either direction. */
const timeLeeway = 120

/**
 * The longest lifetime of a token, in seconds: clients issue them for a day. Without a limit a stolen one would work
 * for ever.
 */
const longestLife = 86_400

/** Most characters of a token; real ones have a few hundred. */
const tokenSize = 4_096

const headerSchema = v.object({ alg: v.literal('EdDSA'), typ: v.literal('JWT') })

const seconds = v.pipe(v.number(), v.integer())
const claimsSchema = v.object({
  iss: v.string(),
  sub: v.pipe(v.string(), v.maxLength(1_024)),
  aud: v.pipe(v.string(), v.maxLength(1_024)),
  iat: seconds,
  exp: seconds,
})

type Refusal = { readonly status: 401 | 403; readonly reason: string }

/**
 * Reads the token that proves a client's id: a JWT by RFC 8037 (EdDSA), signed with the key that `iss` names.
 *
 * - `now` is epoch seconds; clocks may be {@link timeLeeway} apart.
 * - `isOwnHost` says whether `aud` may name a host: another relay could replay a token issued for it here.
 * - A token may be valid for one day, plus the leeway.
 * - The error texts are those of the public relay: clients parse them, and set their clock by one of them.
 */
export function readAuthToken(
  token: string,
  { now, isOwnHost }: { readonly now: number; readonly isOwnHost: (host: string) => boolean },
): { readonly clientId: string } | { readonly refusal: Refusal } {
  const parts = token.split('.')
  if (token.length > tokenSize || parts.length !== 3) return refuse('Invalid format')
  // Stryker disable next-line StringLiteral: there are three parts.
  const [header = '', payload = '', signature = ''] = parts
  if (![header, payload, signature].every(isBase64Url)) return refuse('Invalid encoding')
  if (!v.is(headerSchema, decodeJson(header))) return refuse('Invalid JWT signing algorithm')

  const claims = v.safeParse(claimsSchema, decodeJson(payload))
  if (!claims.success) return refuse(`Serialization error: ${v.getDotPath(claims.issues[0]) ?? 'claims'}`)
  const { iss, aud, iat, exp } = claims.output
  const key = clientKey(iss)
  if (key === undefined) return refuse('Serialization error: iss')
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) return refuse('Invalid signature')

  if (now - timeLeeway > exp) return refuse(`JWT Token is expired: Some(${exp})`, 401)
  if (now + timeLeeway < iat) {
    // Clients compute the server's time from this text: `now + time_leeway` minus `time_leeway`.
    const detail = `basic.iat: ${iat}, now + time_leeway: ${now + timeLeeway}, time_leeway: ${timeLeeway}`
    return refuse(`JWT Token is not yet valid: ${detail}`, 401)
  }
  if (exp - iat > longestLife + timeLeeway) return refuse('Invalid lifetime: more than a day')
  if (!isOwnHost(hostOf(aud))) return refuse('Invalid audience')
  return { clientId: iss }
}

function refuse(reason: string, status: 401 | 403 = 403): { readonly refusal: Refusal } {
  return { refusal: { status, reason: `JWT validation error: ${reason}` } }
}

function isBase64Url(text: string): boolean {
  return /^[\w-]+$/.test(text)
}

/** Decodes a part of the token. The schemas refuse `undefined`, which invalid JSON becomes. */
function decodeJson(part: string): unknown {
  return parseJson(Buffer.from(part, 'base64url').toString())
}

function hostOf(url: string): string {
  // Accepts a host without a scheme.
  const address = /^[a-z]+:\/\//i.test(url) ? url : `wss://${url}`
  return URL.canParse(address) ? new URL(address).host : ''
}
