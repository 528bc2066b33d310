/** All errors of the HTTP services: code -> status and text. Clients compare the codes. */
const httpErrors = {
  INVALID_QUERY: { status: 400, message: 'The query is not valid' },
  INVALID_BODY: { status: 400, message: 'The body is not valid' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized: invalid key' },
  FORBIDDEN: { status: 403, message: 'Unauthorized: origin not allowed' },
  LOGIN_AGAIN: { status: 403, message: 'This needs a login within the last five minutes' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take this method' },
  CONFLICT: { status: 409, message: 'Another change came first' },
  BODY_TOO_LARGE: { status: 413, message: 'The body is too large' },
  UPGRADE_REQUIRED: { status: 426, message: 'The relay speaks WebSocket' },
  RATE_LIMITED: { status: 429, message: 'Too many requests' },
  INTERNAL: { status: 500, message: 'Something went wrong here' },
  DAMAGED: { status: 500, message: 'The stored data is damaged' },
  CHAIN_UNREACHABLE: { status: 502, message: 'The chain did not answer' },
  DATABASE_UNREACHABLE: { status: 503, message: 'The service cannot reach its database' },
  KEYS_UNREACHABLE: { status: 503, message: 'The wallet service is temporarily unavailable' },
  UNAVAILABLE: { status: 503, message: 'The service is going away' },
} as const

export type HttpErrorCode = keyof typeof httpErrors

type Options = {
  readonly message?: string | undefined
  /** The exact problem, for developers: `page: must be at least 1`. */
  readonly details?: string | undefined
  readonly headers?: { readonly [name: string]: string } | undefined
  readonly cause?: unknown
}

/**
 * An error that a handler throws. In the answer: `{ error: { code, message, details? }, requestId }`.
 *
 * @example
 * ```ts
 * throw new HttpError('NOT_FOUND', { details: `no image "${id}"` })
 * ```
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: HttpErrorCode
  readonly status: (typeof httpErrors)[HttpErrorCode]['status']
  readonly details: string | undefined
  readonly headers: { readonly [name: string]: string }

  constructor(code: HttpErrorCode, options: Options = {}) {
    super(
      options.message ?? httpErrors[code].message,
      options.cause === undefined ? {} : { cause: options.cause },
    )
    this.code = code
    this.status = httpErrors[code].status
    this.details = options.details
    this.headers = options.headers ?? {}
  }
}

/** Returns the error's response body. */
export function errorBody(error: HttpError, requestId: string) {
  const { code, message, details } = error
  return { error: { code, message, ...(details === undefined ? {} : { details }) }, requestId }
}
