import { isSignError, type SignErrorCode } from '@latchkey/sign-client'
import { accountErrorTexts } from '../../protocol/accountErrorTexts.js'
import { alertOfServerMessage } from '../../protocol/alerts.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { walletErrorTexts } from '../../protocol/walletErrorTexts.js'

/** Each way in which connecting can fail. A new code of the client does not compile without a row. */
const meanings = {
  INPUT_INVALID: 'CONNECT_FAILED',
  NAMESPACES_INVALID: 'CONNECT_FAILED',
  URI_INVALID: 'CONNECT_FAILED',
  URI_EXPIRED: 'PAIRING_EXPIRED',
  WEBSOCKET_MISSING: 'RELAY_UNREACHABLE',
  RELAY_REFUSED: 'RELAY_UNREACHABLE',
  RELAY_UNREACHABLE: 'RELAY_UNREACHABLE',
  RELAY_ERROR: 'RELAY_UNREACHABLE',
  REQUEST_TOO_LARGE: 'CONNECT_FAILED',
  ABORTED: 'REQUEST_ABORTED',
  CLIENT_CLOSED: 'REQUEST_ABORTED',
  PROPOSAL_EXPIRED: 'PAIRING_EXPIRED',
  REQUEST_EXPIRED: 'PAIRING_EXPIRED',
  PEER_TIMED_OUT: 'PAIRING_EXPIRED',
  USER_REJECTED: 'CONNECTION_DECLINED',
  PEER_ERROR: 'CONNECT_FAILED',
  PEER_INVALID: 'WALLET_ANSWER_INVALID',
  SESSION_GONE: 'SESSION_GONE',
  REQUEST_GONE: 'PAIRING_EXPIRED',
  CHAIN_NOT_APPROVED: 'CHAIN_NOT_SUPPORTED',
  METHOD_NOT_APPROVED: 'CONNECT_FAILED',
  EVENT_NOT_APPROVED: 'CONNECT_FAILED',
  LIMIT_REACHED: 'CONNECT_FAILED',
} as const satisfies { readonly [code in SignErrorCode]: string }

/** The tolerated difference between two clocks, in milliseconds: a wallet may call a link expired this much early. */
const clockTolerance = 120_000

/**
 * Converts a failure to reach or connect a wallet to the catalogue's error.
 *
 * @param timeLeft How long the link that the wallet answered was still good for, in milliseconds by this device's
 *   clock. A wallet that calls a fresh link expired has another time, and the visitor should look at the clock.
 */
export function toConnectError(error: unknown, timeLeft = 0): KitError {
  if (isKitError(error)) return error
  if (!isSignError(error)) return walletError('CONNECT_FAILED', { cause: error })
  const { details = error.message } = error
  const refusal = error.code === 'RELAY_REFUSED' ? alertOfServerMessage(details) : undefined
  const isClockOff = error.code === 'REQUEST_EXPIRED' && timeLeft > clockTolerance
  const code = refusal ?? (isClockOff ? 'JWT_TOKEN_NOT_VALID' : meanings[error.code])
  const texts: { readonly [code: string]: string } = { ...accountErrorTexts, ...walletErrorTexts }
  return new KitError(code, { cause: error, details, text: texts[code] })
}
