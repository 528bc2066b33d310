import { isSignError } from '@latchkey/sign-client'
import { accountError } from '../../protocol/accountErrors.js'
import { alertOfServerMessage } from '../../protocol/alerts.js'
import { isKitError, KitError } from '../../protocol/errors.js'

/** What went wrong on the way to a wallet, in the catalogue's words. */
export function toConnectError(error: unknown): KitError {
  if (isKitError(error)) return error
  if (!isSignError(error)) return new KitError('CONNECT_FAILED', { cause: error })
  const options = { cause: error, details: error.details ?? error.message }
  switch (error.code) {
    case 'USER_REJECTED':
      return new KitError('CONNECTION_DECLINED', options)
    case 'PROPOSAL_EXPIRED':
      return accountError('PAIRING_EXPIRED', options)
    case 'PEER_INVALID':
      return new KitError('WALLET_ANSWER_INVALID', options)
    case 'ABORTED':
      return new KitError('REQUEST_ABORTED', options)
    case 'RELAY_REFUSED':
      return new KitError(alertOfServerMessage(error.details ?? '') ?? 'RELAY_UNREACHABLE', options)
    case 'RELAY_UNREACHABLE':
      return new KitError('RELAY_UNREACHABLE', options)
    default:
      return new KitError('CONNECT_FAILED', options)
  }
}
