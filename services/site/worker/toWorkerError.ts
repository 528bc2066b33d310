import type { FrameError } from 'latchkey/frame'
import { Refusal } from '../accounts/Refusal.js'
import { SiteError, type WorkerError } from '../page/toFrameError.js'
import { isStoredDamage, KeysError } from '../vault/KeyCalls.js'
import { VaultError, type VaultErrorCode } from '../vault/VaultError.js'
import { CallError } from './calls.js'
import { LoginFailedError, NotLoggedInError } from './sessionErrors.js'

/** What the page, and the host behind it, is told of a failure in the worker. */
export function toWorkerError(error: unknown): WorkerError {
  if (error instanceof SiteError) return { code: error.code, message: error.message, ...error.more }
  if (error instanceof Refusal) return { code: error.code, message: error.message, rpc: error.rpc }
  if (error instanceof NotLoggedInError) {
    return { code: 'not_connected', message: 'Log in to your wallet first', rpc: 4900 }
  }
  if (error instanceof LoginFailedError) return ofLogin(error)
  if (error instanceof VaultError)
    return {
      ...vaultErrors[error.code],
      ...(error.code === 'weak-password' ? { message: error.message } : {}),
    }
  if (error instanceof CallError) return ofStatus(error.status, error.seconds)
  if (error instanceof KeysError) {
    if (error.code === 'LOGIN_AGAIN') return { code: 'login_again', message: 'Log in again first' }
    // Not an outage: a passkey that does not count, or a change that is signed with an older key.
    if (error.code === 'FORBIDDEN') return refused
    if (isStoredDamage(error)) return vaultErrors.damaged
    return ofStatus(error.status, error.retryAfter)
  }
  return { code: 'failed', message: 'An error occurred' }
}

function ofLogin({ reason, way }: LoginFailedError): FrameError {
  if (reason === 'other')
    return { code: 'login_other', message: `Log in by ${way ?? 'the way you used before'}` }
  if (reason === 'another') return { code: 'login_other', message: 'Another account has logged in' }
  if (reason === 'expired') return { code: 'code_expired', message: 'Request a new code' }
  return { code: 'login_failed', message: reason === 'declined' ? 'Declined' : 'Login failed' }
}

function ofStatus(status: number, seconds: number | undefined): FrameError {
  switch (status) {
    case 429:
      return { code: 'limited', message: 'Too many tries', ...(seconds === undefined ? {} : { seconds }) }
    case 401:
      return { code: 'not_connected', message: 'Log in to your wallet first', rpc: 4900 }
    case 400:
    case 409:
    case 413:
    case 422:
      return refused
    default:
      // No answer, one that makes no sense, or one that has nothing to do with what was asked for.
      return { code: 'network', message: 'Wallet service is temporarily unavailable', rpc: -32603 }
  }
}

const refused: FrameError = { code: 'invalid', message: 'The wallet’s server refused this' }

const vaultErrors: { readonly [code in VaultErrorCode]: FrameError } = {
  damaged: { code: 'failed', message: 'Wallet data is damaged' },
  'older-version': { code: 'failed', message: 'Wallet data is damaged' },
  'wrong-secret': { code: 'code_wrong', message: 'That does not open this wallet' },
  'no-way': { code: 'locked', message: 'The wallet has no such way in' },
  conflict: { code: 'failed', message: 'The wallet was changed elsewhere. Try again.' },
  'weak-password': { code: 'invalid', message: 'The password is too easy to guess' },
}
