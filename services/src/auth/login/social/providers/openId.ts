import * as v from 'valibot'
import type { OAuthServer } from '../../../../outbound/createOAuth.js'
import type { Account, ProvenEmail } from '../Account.js'
import type { Endpoints } from '../endpoints.js'
import type { Granted } from '../Provider.js'
import { readShape } from '../readShape.js'

const claimsSchema = v.object({
  iss: v.pipe(v.string(), v.maxLength(1_024)),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
})
const profileSchema = v.object({
  email: v.optional(v.nullable(v.string())),
  // Apple writes a text.
  email_verified: v.optional(v.nullable(v.union([v.boolean(), v.picklist(['true', 'false'])]))),
  name: v.optional(v.nullable(v.string())),
  preferred_username: v.optional(v.nullable(v.string())),
})

/** Writes documented endpoints as a server says them itself. */
export function serverOf({ issuer, authorize, token, keys, user }: Endpoints): OAuthServer {
  return {
    issuer,
    authorization_endpoint: authorize,
    token_endpoint: token,
    ...(keys === undefined ? {} : { jwks_uri: keys, id_token_signing_alg_values_supported: ['RS256'] }),
    ...(user === '' ? {} : { userinfo_endpoint: user }),
  }
}

/**
 * Returns the account that an ID token names. Some providers keep the address out of the token, so it is asked for.
 */
export async function readOpenIdAccount({ server, grant, oauth, signal }: Granted): Promise<Account> {
  const { claims } = grant
  const { iss, sub } = readShape(claimsSchema, claims)
  const hasMore = server.userinfo_endpoint !== undefined && claims?.email === undefined
  const more = hasMore
    ? await oauth.readUserInfo({ server, clientId: String(claims?.aud), grant }, signal)
    : {}
  const profile = readShape(profileSchema, { ...more, ...claims })
  const userName = profile.name ?? profile.preferred_username ?? undefined
  return { issuer: iss, id: sub, userName, email: emailOf(profile) }
}

/** An address about which the provider says nothing counts as none. */
function emailOf({
  email,
  email_verified: said,
}: v.InferOutput<typeof profileSchema>): ProvenEmail | undefined {
  if (email == null || said == null) return undefined
  return { address: email, isVerified: String(said) === 'true' }
}
