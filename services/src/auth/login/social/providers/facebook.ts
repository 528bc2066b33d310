import { createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { Account } from '../Account.js'
import type { Granted } from '../Provider.js'
import { readShape } from '../readShape.js'

const user = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
  name: v.optional(v.string()),
})

/**
 * Facebook tells an address but not whether it is proven, so it is not asked for. The proof of the app's secret keeps tokens
 * of other apps out.
 */
export async function readFacebookAccount(
  { server, grant, oauth, signal }: Granted,
  secret: string,
): Promise<Account> {
  const { accessToken } = grant
  const url = new URL(server.userinfo_endpoint ?? '')
  url.searchParams.set('fields', 'id,name')
  url.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(accessToken).digest('hex'))
  const { id, name } = readShape(user, await oauth.readJson(url.href, accessToken, signal))
  return { issuer: server.issuer, id, userName: name }
}
