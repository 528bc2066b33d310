import * as v from 'valibot'
import { networkId } from '../schema/caipSchema.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

const query = v.object(common)
const token = v.pipe(v.string(), v.minLength(16), v.maxLength(4_096))

/**
 * Returns a nonce to sign, valid once and for five minutes; `token` binds it to its requester and goes back with the
 * signed message in the header `x-nonce-jwt: Bearer …`.
 */
export const getNonce = defineEndpoint({
  service: 'auth',
  method: 'GET',
  path: '/auth/v1/nonce',
  query,
  answer: v.object({ nonce: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{8,128}$/)), token }),
})

/**
 * The tokens of a session: `token` is valid for `expiresIn` seconds, then `refreshToken`, once, for the next pair. Both
 * require a proof of possession of the key that signed in (RFC 9449).
 */
const pair = { token, refreshToken: token, expiresIn: v.pipe(v.number(), v.integer(), v.minValue(1)) }

const session = {
  address: v.pipe(v.string(), v.maxLength(128)),
  chainId: networkId,
}

/**
 * The account of the session in `Authorization: DPoP <token>`; 401 without a session. `chainId` is CAIP-2. Like all
 * below, except {@link introspect}, it needs a proof for its URL in the header `DPoP`.
 */
export const getMe = defineEndpoint({
  service: 'auth',
  method: 'GET',
  path: '/auth/v1/me',
  query,
  answer: v.object(session),
})

/**
 * Signs in with a {@link authenticateBody}. If the body has `others`, the answer's `others` has a pair for each, in the
 * same order.
 */
export const authenticate = defineEndpoint({
  service: 'auth',
  method: 'POST',
  path: '/auth/v1/authenticate',
  query,
  answer: v.object({ ...pair, others: v.optional(v.array(v.object(pair))) }),
})

const signed = {
  message: v.pipe(v.string(), v.maxLength(8_192)),
  signature: v.pipe(v.string(), v.maxLength(16_384)),
}

/** A signed message; `others` are messages for other chains that the same account signed with the same nonce. */
export const authenticateBody = v.object({
  ...signed,
  others: v.optional(v.pipe(v.array(v.object(signed)), v.maxLength(15))),
})

/** The next pair of a session, for the refresh token of the last; using one twice ends the session. */
export const refresh = defineEndpoint({
  service: 'auth',
  method: 'POST',
  path: '/auth/v1/refresh',
  query,
  answer: v.object(pair),
})

export const refreshBody = v.object({ refreshToken: token })

/** Ends the session of `Authorization: DPoP <token>`, with either token of the pair. */
export const signOutEndpoint = defineEndpoint({
  service: 'auth',
  method: 'POST',
  path: '/auth/v1/sign-out',
  query,
  answer: v.object({}),
})

/**
 * Verifies, for a host's own server, a request that a page sent to it: whether the token belongs to a session of that
 * page, and the session's key made the proof for exactly that request. A proof is valid once.
 */
export const introspect = defineEndpoint({
  service: 'auth',
  method: 'POST',
  path: '/auth/v1/introspect',
  query,
  answer: v.object({
    active: v.boolean(),
    address: v.optional(session.address),
    chainId: v.optional(session.chainId),
  }),
})

export const introspectBody = v.object({
  /** The request's header `Authorization` after `DPoP `, and its header `DPoP`. */
  token,
  proof: v.pipe(v.string(), v.maxLength(4_096)),
  /** The request itself: its method, and its address as the page wrote it. */
  method: v.pipe(v.string(), v.regex(/^[A-Z]{1,16}$/)),
  url: v.pipe(v.string(), v.url(), v.maxLength(2_048)),
  /** The page that may have sent it: `https://app.example`. */
  origin: v.pipe(v.string(), v.maxLength(300)),
})
