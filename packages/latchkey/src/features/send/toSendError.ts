import { accountError } from '../../protocol/accountErrors.js'
import { isKitError, type KitError } from '../../protocol/errors.js'
import { isLoadFailure } from '../../protocol/isLoadFailure.js'

/** The error of a failed step before a request to send. Code of the page that could not be loaded is named as that. */
export function toSendError(cause: unknown): KitError {
  if (isKitError(cause)) return cause
  return accountError(isLoadFailure(cause) ? 'CODE_UNLOADED' : 'SEND_FAILED', { cause })
}
