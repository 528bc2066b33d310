import * as v from 'valibot'
import { isNetworkId } from '../caip.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

const query = v.object(common)
const token = v.pipe(v.string(), v.minLength(16), v.maxLength(4_096))

/**
 * A nonce to sign, good once and for five minutes; `token` says whose it is and goes back with the signed message in the
 * header `x-nonce-jwt: Bearer …`.
 */
export const getNonce = defineEndpoint({
  service: 'auth',
  method: 'GET',
  path: '/auth/v1/nonce',
  query,
  answer: v.object({ nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{8,128}$/)), token }),
})

/** Whom the session of `Authorization: Bearer …` is of; 401 where there is none. `chainId` is CAIP-2. */
export const getMe = defineEndpoint({
  service: 'auth',
  method: 'GET',
  path: '/auth/v1/me',
  query,
  answer: v.object({
    address: v.pipe(v.string(), v.maxLength(128)),
    chainId: v.custom<`eip155:${string}` | `solana:${string}` | `bip122:${string}` | `polkadot:${string}`>(
      isNetworkId,
    ),
  }),
})

/**
 * Signs in with a {@link authenticateBody}; `token` is the session's. Where other messages came with it, `others` has a
 * token for each of them, in their order.
 */
export const authenticate = defineEndpoint({
  service: 'auth',
  method: 'POST',
  path: '/auth/v1/authenticate',
  query,
  answer: v.object({ token, others: v.optional(v.array(token)) }),
})

const signed = {
  message: v.pipe(v.string(), v.maxLength(8_192)),
  signature: v.pipe(v.string(), v.maxLength(16_384)),
}

/** A signed message; `others` are what the same account signed with it, for other chains and with the same nonce. */
export const authenticateBody = v.object({
  ...signed,
  others: v.optional(v.pipe(v.array(v.object(signed)), v.maxLength(15))),
})

/** Ends the session of `Authorization: Bearer …`. */
export const signOutEndpoint = defineEndpoint({
  service: 'auth',
  method: 'POST',
  path: '/auth/v1/sign-out',
  query,
  answer: v.object({}),
})
