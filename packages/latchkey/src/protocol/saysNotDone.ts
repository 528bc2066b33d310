import { type ErrorCode, isKitError } from './errors.js'

/** Only with these codes does an adapter report that the wallet has definitely not carried out the request. */
const clearRefusals: ReadonlySet<ErrorCode> = new Set([
  'REQUEST_REJECTED',
  'WALLET_METHOD_UNSUPPORTED',
  'METHOD_NOT_GRANTED',
  'NETWORK_NOT_GRANTED',
  'REQUEST_TOO_LARGE',
  // The embedded wallet confirms that it has dropped the request.
  'REQUEST_WITHDRAWN',
  // The adapter has not asked the wallet.
  'REVIEW_OUTDATED',
])

/** Checks that the wallet has definitely not carried out the request. After any other error it may have. */
export function saysNotDone(error: unknown): boolean {
  return isKitError(error) && clearRefusals.has(error.code)
}
