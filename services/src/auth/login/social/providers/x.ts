import * as v from 'valibot'
import type { Account } from '../Account.js'
import type { Granted } from '../Provider.js'
import { readShape } from '../readShape.js'

const answer = v.object({
  data: v.object({
    id: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
    username: v.optional(v.string()),
    confirmed_email: v.optional(v.string()),
  }),
})

/** X tells an address only if it is confirmed, and only to apps that may ask for it. */
export async function readXAccount({ server, grant, oauth, signal }: Granted): Promise<Account> {
  const url = new URL(server.userinfo_endpoint ?? '')
  url.searchParams.set('user.fields', 'confirmed_email')
  const { data } = readShape(answer, await oauth.readJson(url.href, grant.accessToken, signal))
  const { id, username, confirmed_email: address } = data
  return {
    issuer: server.issuer,
    id,
    userName: username,
    email: address === undefined ? undefined : { address, isVerified: true },
  }
}
