import * as v from 'valibot'

/** The version of the envelope and of the handshake. */
export const frameVersion = 1

/** Most of what a message may contain (spec §10 "Frame messages"). */
export const messageLimits = { bytes: 256 * 1024, depth: 16, keys: 10_000, text: 128 * 1024 } as const

/** Requests of one side that may be open at once, and requests for consent that may wait. */
export const openLimit = 64
export const consentLimit = 10

/** The codes of an error reply; the client knows no other. */
export const frameErrorCodes = [
  'aborted',
  'rejected',
  'invalid',
  'unsupported',
  'not_connected',
  'pending',
  'restarted',
  'too_large',
  'network',
  'email_invalid',
  'email_too_soon',
  'code_wrong',
  'code_expired',
  'limited',
  'mail_failed',
  'login_failed',
  'login_other',
  'window_needed',
  'window_closed',
  'locked',
  'failed',
] as const

export type FrameErrorCode = (typeof frameErrorCodes)[number]

const id = v.pipe(v.string(), v.regex(/^[\w-]{22}$/))
const seq = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const type = v.pipe(v.string(), v.regex(/^[A-Z_]{1,64}$/))

const error = v.strictObject({
  code: v.picklist(frameErrorCodes),
  message: v.pipe(v.string(), v.maxLength(300)),
  /** Seconds to wait. */
  seconds: v.optional(v.number()),
  /** Tries that are left for a code. */
  triesLeft: v.optional(v.number()),
  /** The JSON-RPC code of a failed request (EIP-1193, EIP-5792). */
  rpc: v.optional(v.pipe(v.number(), v.integer())),
})

export type FrameError = v.InferOutput<typeof error>

const base = { v: v.literal(frameVersion), t: type, id, seq }

/** A message on the port. */
export const envelope = v.variant('k', [
  v.strictObject({ ...base, k: v.literal('req'), payload: v.optional(v.unknown()) }),
  v.strictObject({
    ...base,
    k: v.literal('res'),
    payload: v.optional(v.unknown()),
    error: v.optional(error),
  }),
  v.strictObject({ ...base, k: v.literal('evt'), payload: v.optional(v.unknown()) }),
  v.strictObject({ ...base, k: v.literal('cancel') }),
])

export type Envelope = v.InferOutput<typeof envelope>

const nonce = v.pipe(v.string(), v.regex(/^[\w-]{22,64}$/))

/** The messages before there is a port (spec §10 "Frame messages"). */
export const frameHandshake = {
  hello: v.strictObject({ type: v.literal('latchkey:hello'), v: v.literal(frameVersion), frameNonce: nonce }),
  init: v.strictObject({
    type: v.literal('latchkey:init'),
    v: v.literal(frameVersion),
    frameNonce: nonce,
    hostNonce: nonce,
    projectId: v.pipe(v.string(), v.maxLength(64)),
    sdk: v.pipe(v.string(), v.maxLength(64)),
  }),
} as const
