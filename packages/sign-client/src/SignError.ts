/**
 * All errors of the client: code -> what happened and what to do about it.
 *
 * Hosts compare codes; the texts are for logs, and a screen shows its own. Never remove or rename a released code.
 */
export const signErrorTexts = {
  // Mistakes of the host; `details` says which.
  INPUT_INVALID: 'The parameters are invalid.',
  NAMESPACES_INVALID: 'The namespaces are invalid.',
  URI_INVALID: 'This is not a pairing link.',
  URI_EXPIRED: 'The pairing link has expired. Ask the app for a new one.',
  WEBSOCKET_MISSING: 'There is no WebSocket here. Pass one as the option `webSocket`.',

  // Errors of the connection to the relay.
  /** `details` is the relay's reason, unchanged. Retrying alone will not help. */
  RELAY_REFUSED: 'The relay refused the connection.',
  RELAY_UNREACHABLE: 'The relay could not be reached in time.',
  /** `wireCode` and `details` come from the relay. */
  RELAY_ERROR: 'The relay refused the message.',
  REQUEST_TOO_LARGE: 'The message is larger than relays accept.',

  // Waiting that ended without an answer.
  ABORTED: 'The caller gave up.',
  CLIENT_CLOSED: 'The client was closed.',
  PROPOSAL_EXPIRED: 'No wallet approved before the pairing expired.',
  REQUEST_EXPIRED: 'The wallet did not answer before the request expired.',
  PEER_TIMED_OUT: 'The other side did not answer in time.',

  // Errors of the peer; `wireCode`, `details` and `data` come from it.
  USER_REJECTED: 'The user rejected it.',
  PEER_ERROR: 'The other side answered with an error.',
  PEER_INVALID: 'The other side sent something that breaks the protocol.',

  // Objects that do not exist or no longer exist.
  SESSION_GONE: 'There is no such session. It expired or was ended.',
  REQUEST_GONE: 'There is no such proposal or request. It expired or was answered already.',
  CHAIN_NOT_APPROVED: 'The session has no account on this chain.',
  METHOD_NOT_APPROVED: 'The session does not allow this method on this chain.',
  EVENT_NOT_APPROVED: 'The session does not allow this event on this chain.',
  LIMIT_REACHED: 'Too many are open at once.',
} as const

export type SignErrorCode = keyof typeof signErrorTexts

export declare namespace SignError {
  type Options = {
    /** The numeric code that was received: from the relay, the peer, or the closed socket. */
    readonly wireCode?: number | undefined
    /** The other side's message, or the invalid part of a value. For logs, never for a screen. */
    readonly details?: string | undefined
    /** What the peer attached to its error (JSON-RPC `error.data`). */
    readonly data?: unknown
    readonly cause?: unknown
  }
}

/**
 * The client's only error class.
 *
 * @example
 * ```ts
 * if (isSignError(error, 'USER_REJECTED')) showDeclined()
 * ```
 */
export class SignError extends Error {
  override readonly name = 'SignError'
  readonly code: SignErrorCode
  readonly wireCode: number | undefined
  readonly details: string | undefined
  readonly data: unknown

  constructor(code: SignErrorCode, { wireCode, details, data, cause }: SignError.Options = {}) {
    const text = details === undefined ? signErrorTexts[code] : `${signErrorTexts[code]} (${details})`
    super(text, cause === undefined ? {} : { cause })
    this.code = code
    this.wireCode = wireCode
    this.details = details
    this.data = data
  }
}

/** Narrows to a {@link SignError}, of one code if given. Works across two copies of the library on one page. */
export function isSignError(value: unknown, code?: SignErrorCode | undefined): value is SignError {
  if (!(value instanceof Error) || value.name !== 'SignError' || !('code' in value)) return false
  return code === undefined || value.code === code
}
