import * as v from 'valibot'
import { socialProvider } from '../frame/loginFacts.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

/**
 * The ways to log in that the operator has configured, and who can open wallets. The only call here that other pages may read. `site` is the hash
 * of the wallet's site, as in `/f/{hash}/`.
 */
export const getLoginMethods = defineEndpoint({
  service: 'frame',
  method: 'GET',
  path: '/auth/v1/login/methods',
  query: v.object(common),
  answer: v.object({
    email: v.boolean(),
    socials: v.array(socialProvider),
    /** The operator's own provider of accounts (OpenID Connect), by the name that visitors know. */
    oidc: v.optional(v.object({ name: v.pipe(v.string(), v.maxLength(60)) })),
    farcaster: v.boolean(),
    passkey: v.boolean(),
    custody: v.picklist(['self', 'convenience']),
    site: v.pipe(v.string(), v.regex(/^[a-z0-9]{16,64}$/)),
  }),
})
