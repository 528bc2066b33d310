/** The reason why a sign-in was rejected, for logs. It is too precise to send to the client. */
export type SiwxReason =
  | 'MESSAGE_INVALID'
  | 'NONCE_UNKNOWN'
  | 'DOMAIN_MISMATCH'
  | 'SCHEME_MISMATCH'
  | 'URI_MISMATCH'
  | 'CHAIN_NOT_ALLOWED'
  | 'ADDRESS_MISMATCH'
  | 'ADDRESS_INVALID'
  | 'ISSUED_IN_FUTURE'
  | 'TOO_OLD'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'SIGNATURE_MALFORMED'
  | 'SIGNATURE_INVALID'
  | 'CHAIN_UNREACHABLE'

/**
 * A sign-in that was refused. Its message is the same for every reason, so that it can be sent out as it is; `reason`
 * is for your log.
 */
export class SiwxError extends Error {
  override readonly name = 'SiwxError'
  readonly reason: SiwxReason

  constructor(reason: SiwxReason, cause?: unknown) {
    super('The sign-in could not be verified.', cause === undefined ? {} : { cause })
    this.reason = reason
    // Not among what `JSON.stringify` or a spread would carry out.
    Object.defineProperty(this, 'reason', { enumerable: false })
  }
}
