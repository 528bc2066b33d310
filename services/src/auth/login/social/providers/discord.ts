import * as v from 'valibot'
import type { Account } from '../Account.js'
import type { Granted } from '../Provider.js'
import { readShape } from '../readShape.js'

const user = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
  username: v.optional(v.string()),
  global_name: v.optional(v.nullable(v.string())),
  email: v.optional(v.nullable(v.string())),
  verified: v.optional(v.nullable(v.boolean())),
})

export async function readDiscordAccount({ server, grant, oauth, signal }: Granted): Promise<Account> {
  const address = server.userinfo_endpoint ?? ''
  const { id, username, global_name, email, verified } = readShape(
    user,
    await oauth.readJson(address, grant.accessToken, signal),
  )
  return {
    issuer: server.issuer,
    id,
    userName: global_name ?? username,
    email: email == null || verified == null ? undefined : { address: email, isVerified: verified },
  }
}
