import { verify } from 'node:crypto'
import * as v from 'valibot'
import { clientKey } from './clientKey.js'

/** How far a client's clock may be off, in seconds, either way. */
export const timeLeeway = 120

/** A token is a few hundred characters; more is somebody trying something. */
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
 * Reads the token that a client proves its id with: a JWT of RFC 8037 (EdDSA), signed with the key that `iss` names.
 *
 * - `now` is epoch seconds; clocks may be {@link timeLeeway} apart.
 * - `audiences` are the hosts that `aud` may name; empty: any, because a client names whatever it was configured with.
 * - The refusals' texts are those of the public relay: clients read them, and set their clock by one of them.
 */
export function readAuthToken(
  token: string,
  { now, audiences }: { readonly now: number; readonly audiences: readonly string[] },
): { readonly clientId: string } | { readonly refusal: Refusal } {
  const parts = token.split('.')
  if (token.length > tokenSize || parts.length !== 3) return refuse('Invalid format')
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
    // The client finds the server's time in here: `now + time_leeway` less `time_leeway`.
    const detail = `basic.iat: ${iat}, now + time_leeway: ${now + timeLeeway}, time_leeway: ${timeLeeway}`
    return refuse(`JWT Token is not yet valid: ${detail}`, 401)
  }
  if (audiences.length > 0 && !audiences.includes(hostOf(aud))) return refuse('Invalid audience')
  return { clientId: iss }
}

function refuse(reason: string, status: 401 | 403 = 403): { readonly refusal: Refusal } {
  return { refusal: { status, reason: `JWT validation error: ${reason}` } }
}

function isBase64Url(text: string): boolean {
  return /^[\w-]+$/.test(text)
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    // Not JSON: the schema that reads it next refuses `undefined`.
    return undefined
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
