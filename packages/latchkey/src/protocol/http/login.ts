import * as v from 'valibot'
import { emailAddress, socialProvider } from '../frame/loginFacts.js'
import { common } from './common.js'
import { defineEndpoint } from './endpoint.js'

// The login of the wallet's site (spec §10 "Login calls"). Only the site calls these, on its own origin, with a proof of its key in the header
// `DPoP` that covers the body.

const query = v.object(common)
const post = { service: 'frame', method: 'POST', query } as const
const flow = v.pipe(v.string(), v.regex(/^[\w-]{22,64}$/))
const token = v.pipe(v.string(), v.minLength(16), v.maxLength(512))
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0))
/** The origin of the page in which the visitor logs in; the mail names it. */
const host = v.pipe(v.string(), v.maxLength(300), v.regex(/^https?:\/\/[^/?#@\s]+$/))

/** The one who is logged in. */
const user = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  email: v.optional(v.nullable(emailAddress)),
  userName: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
  /** How this session logged in. */
  way: v.union([v.picklist(['email', 'farcaster', 'passkey']), socialProvider]),
})

const pair = { token, refreshToken: token, expiresIn: v.pipe(v.number(), v.integer(), v.minValue(1)) }
const session = v.object({ ...pair, user })
const other = v.object({ failed: v.literal('other'), way: v.optional(v.string()) })

/** Sends a code by mail. Answers the same for known and unknown addresses. 429 with `retry-after` within 30 seconds. */
export const loginByEmail = defineEndpoint({
  ...post,
  path: '/auth/v1/login/email',
  answer: v.object({
    flow,
    action: v.picklist(['VERIFY_OTP', 'VERIFY_DEVICE']),
    expiresIn: seconds,
    retryIn: seconds,
  }),
})
export const loginByEmailBody = v.strictObject({ email: emailAddress, host })

/** Waits up to 25 seconds until the link in the mail was confirmed. */
export const awaitDevice = defineEndpoint({
  ...post,
  path: '/auth/v1/login/device',
  answer: v.object({ isApproved: v.boolean() }),
})
export const flowBody = v.strictObject({ flow })

/**
 * Logs in with the code. `triesLeft` comes with a wrong one; 0 means that a new code is needed. `failed` comes with a right one if the address
 * belongs to an account that logs in another way, which `way` names.
 */
export const loginByCode = defineEndpoint({
  ...post,
  path: '/auth/v1/login/code',
  answer: v.union([session, v.object({ triesLeft: seconds }), other]),
})
export const loginByCodeBody = v.strictObject({ flow, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) })

/** Begins a login at a provider: `uri` opens in a window. */
export const loginBySocial = defineEndpoint({
  ...post,
  path: '/auth/v1/login/social',
  answer: v.object({ flow, uri: v.pipe(v.string(), v.url(), v.maxLength(4_096)) }),
})
export const loginBySocialBody = v.strictObject({
  provider: socialProvider,
  host,
})

/** Begins a Farcaster login: `url` is shown as a code, or opened on a phone. */
export const loginByFarcaster = defineEndpoint({
  ...post,
  path: '/auth/v1/login/farcaster',
  answer: v.object({ flow, url: v.pipe(v.string(), v.url(), v.maxLength(2_048)) }),
})
export const loginByFarcasterBody = v.strictObject({ host })

/** A WebAuthn challenge to log in with a passkey (any of the site's), then the assertion. */
export const passkeyLoginOptions = defineEndpoint({
  ...post,
  path: '/auth/v1/login/passkey/options',
  answer: v.object({
    flow,
    challenge: v.pipe(v.string(), v.maxLength(128)),
    rpId: v.pipe(v.string(), v.maxLength(253)),
  }),
})
export const loginByPasskey = defineEndpoint({ ...post, path: '/auth/v1/login/passkey', answer: session })
export const loginByPasskeyBody = v.strictObject({ flow, assertion: v.record(v.string(), v.unknown()) })

/**
 * The result of a flow that ends elsewhere, for the key that began it; waits up to 25 seconds. `failed` says why in a code: `declined`,
 * `other` (the address belongs to an account that logs in another way), `failed`.
 */
export const getLoginResult = defineEndpoint({
  ...post,
  path: '/auth/v1/login/result',
  answer: v.union([
    session,
    v.object({ isPending: v.literal(true), hasBegun: v.boolean() }),
    v.object({ failed: v.picklist(['declined', 'other', 'failed']), way: v.optional(v.string()) }),
  ]),
})

/** The next pair of tokens; a refresh token is used once. */
export const refreshLogin = defineEndpoint({ ...post, path: '/auth/v1/login/refresh', answer: session })
export const refreshLoginBody = v.strictObject({ refreshToken: token })

/**
 * Ends the session of `Authorization: DPoP`, and those of the other surfaces of its browser that come from the same login;
 * with `isAlone` no other.
 */
export const endLogin = defineEndpoint({ ...post, path: '/auth/v1/login/sign-out', answer: v.object({}) })
export const endLoginBody = v.strictObject({ isAlone: v.optional(v.boolean()) })

/** A code, valid for a minute and once, with which another surface of this browser gets a session of its own. */
export const linkLogin = defineEndpoint({
  ...post,
  path: '/auth/v1/login/link',
  answer: v.object({ code: token }),
})
export const redeemLink = defineEndpoint({ ...post, path: '/auth/v1/login/link/redeem', answer: session })
export const redeemLinkBody = v.strictObject({ code: token })

/** A ticket that lets a later frame of the same host read the account, and nothing else. Reading it needs no session. */
export const makeTicket = defineEndpoint({
  ...post,
  path: '/auth/v1/login/ticket',
  answer: v.object({ ticket: token }),
})
export const readTicket = defineEndpoint({
  ...post,
  path: '/auth/v1/login/ticket/read',
  answer: v.object({
    user,
    addresses: v.object({ eip155: v.string(), solana: v.string() }),
    custody: v.picklist(['self', 'convenience']),
  }),
})
export const ticketBody = v.strictObject({ host })
export const readTicketBody = v.strictObject({ ticket: token, host })

/** Changes the address: a code to the old one, then a code to the new one. */
export const updateEmail = defineEndpoint({
  ...post,
  path: '/auth/v1/login/email/update',
  answer: v.object({
    flow,
    action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    expiresIn: seconds,
  }),
})
export const updateEmailBody = v.strictObject({ email: emailAddress, host })
export const confirmEmail = defineEndpoint({
  ...post,
  path: '/auth/v1/login/email/code',
  answer: v.union([
    v.object({ newEmail: emailAddress }),
    v.object({ isNext: v.literal(true) }),
    v.object({ triesLeft: seconds }),
  ]),
})

export type LoginUser = v.InferOutput<typeof user>
export type LoginSession = v.InferOutput<typeof session>
