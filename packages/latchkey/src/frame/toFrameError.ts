import { accountError } from '../protocol/accountErrors.js'
import { embeddedError } from '../protocol/embeddedErrors.js'
import { KitError } from '../protocol/errors.js'
import type { FrameError } from '../protocol/frame/envelope.js'
import { walletError } from '../protocol/walletErrors.js'

type Context = {
  /** The wallet's name, for error texts. */
  readonly wallet: string
  /** What was asked for. */
  readonly method: string
}

/** Converts the frame's error reply to the catalogue's. The reply itself is its cause. */
export function toFrameError(cause: FrameError, { wallet, method }: Context): KitError {
  const { code, message: details, seconds = 30 } = cause
  const options = { cause, details }
  // A login elsewhere has no code that could be asked for again.
  if (code === 'code_expired' && /SOCIAL|FARCASTER/.test(method))
    return accountError('SOCIALS_TIMEOUT', options)
  switch (code) {
    case 'rejected':
      return walletError('REQUEST_REJECTED', { ...options, slots: { wallet } })
    case 'invalid':
      return accountError('REQUEST_INVALID', { ...options, slots: { wallet } })
    case 'too_large':
      return accountError('REQUEST_TOO_LARGE', options)
    case 'unsupported':
      return walletError('WALLET_METHOD_UNSUPPORTED', { ...options, slots: { method } })
    case 'pending':
      return walletError('REQUEST_ALREADY_PENDING', { ...options, slots: { wallet } })
    case 'email_too_soon':
      return embeddedError('EMAIL_TOO_SOON', { ...options, slots: { seconds: Math.ceil(seconds) } })
    case 'failed':
      // What hosts read; screens show the catalogue's text.
      return new KitError('FRAME_ERROR', details === '' ? options : { ...options, text: details })
    default:
      return embeddedError(standsFor[code], options)
  }
}

const standsFor = {
  aborted: 'REQUEST_WITHDRAWN',
  not_connected: 'LOGIN_NEEDED',
  restarted: 'FRAME_RESTARTED',
  network: 'FRAME_UNREACHABLE',
  email_invalid: 'EMAIL_INVALID',
  code_wrong: 'CODE_WRONG',
  code_expired: 'CODE_EXPIRED',
  limited: 'LOGIN_LIMITED',
  mail_failed: 'MAIL_FAILED',
  login_failed: 'LOGIN_FAILED',
  login_other: 'LOGIN_OTHER',
  window_needed: 'LOGIN_WINDOW_BLOCKED',
  window_closed: 'LOGIN_WINDOW_CLOSED',
  locked: 'WALLET_LOCKED',
} as const
