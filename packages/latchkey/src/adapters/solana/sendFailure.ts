import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import type { KitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { personRefused } from '../../protocol/personRefused.js'
import { saysNotDone } from '../../protocol/saysNotDone.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletError } from '../../protocol/walletErrors.js'
import { isUnasked } from './unasked.js'

/** Codes (`SignErrorCode`) with which the connection protocol's client fails before it asks the wallet. */
const beforeAsking = new Set(['METHOD_NOT_APPROVED', 'CHAIN_NOT_APPROVED', 'REQUEST_TOO_LARGE'])

/**
 * What a failed request to send means. Nothing was sent if the wallet was not asked, or if its user clearly refused.
 * After any other answer it may have been, also after a code by which the wallet says that it lacks a permission.
 */
export function sendFailure(error: unknown, method: string, wallet: string): KitError {
  try {
    const failure = toWalletError(error, { wallet, method })
    if (isUnasked(error))
      return saysNotDone(failure) ? failure : accountError('REVIEW_OUTDATED', { cause: error })
    const { code, words, isOverProtocol, reason } = answerOf(error)
    if (beforeAsking.has(reason)) return failure
    if (code === 4001 || (isOverProtocol && code === 5000) || personRefused(words)) {
      return walletError('REQUEST_REJECTED', { slots: { wallet }, cause: error })
    }
    if (!saysNotDone(failure)) return failure
    return walletError('WALLET_ANSWER_UNCLEAR', { cause: error, details: failure.details })
  } catch {
    // Reading the wallet's error threw, so nothing is known of what the wallet did.
    return walletError('WALLET_ANSWER_UNCLEAR')
  }
}

/** The wallet's own error; over the connection protocol it is the cause of the client's. */
function answerOf(error: unknown) {
  const inner = error instanceof ProviderRpcError ? error.cause.cause : undefined
  if (inner instanceof Error && inner.name === 'SignError') {
    const { wireCode, details, code } = inner as SignErrorLike
    return { code: Number(wireCode ?? 0), words: textOf(details), isOverProtocol: true, reason: String(code) }
  }
  const { code, message } = isRecord(error) || error instanceof Error ? (error as ErrorLike) : {}
  return { code: Number(code ?? 0), words: textOf(message ?? error), isOverProtocol: false, reason: '' }
}

type SignErrorLike = { readonly wireCode?: unknown; readonly details?: unknown; readonly code?: unknown }
type ErrorLike = { readonly code?: unknown; readonly message?: unknown }

const textOf = (words: unknown) => (typeof words === 'string' ? words.slice(0, 500) : '')
