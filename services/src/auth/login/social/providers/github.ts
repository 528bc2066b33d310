import * as v from 'valibot'
import type { Account } from '../Account.js'
import type { Granted } from '../Provider.js'
import { readShape } from '../readShape.js'

const user = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  login: v.optional(v.string()),
})
const emails = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }))

/** The address in a GitHub profile is whatever its owner has typed; only the list of addresses says which are proven. */
export async function readGithubAccount({ server, grant, oauth, signal }: Granted): Promise<Account> {
  const address = server.userinfo_endpoint ?? ''
  const [profile, listed] = await Promise.all(
    [address, `${address}/emails`].map((url) => oauth.readJson(url, grant.accessToken, signal)),
  )
  const { id, login } = readShape(user, profile)
  const primary = readShape(emails, listed).find((one) => one.primary)
  return {
    issuer: server.issuer,
    id: String(id),
    userName: login,
    email: primary && { address: primary.email, isVerified: primary.verified },
  }
}
