import { accountError } from '../../protocol/accountErrors.js'
import type { KitError } from '../../protocol/errors.js'
import { personRefused } from '../../protocol/personRefused.js'
import { saysNotDone } from '../../protocol/saysNotDone.js'
import { toWalletError } from '../../protocol/toWalletError.js'
import { walletAnswer } from '../../protocol/walletAnswer.js'
import { walletError } from '../../protocol/walletErrors.js'
import { isUnasked } from './unasked.js'

/**
 * What a failed request to send means. Nothing was sent if the wallet was not asked, or if its user clearly refused.
 * After any other answer it may have been, also after a code by which the wallet says that it lacks a permission.
 */
export function sendFailure(error: unknown, method: string, wallet: string): KitError {
  try {
    const failure = toWalletError(error, { wallet, method })
    if (isUnasked(error))
      return saysNotDone(failure) ? failure : accountError('REVIEW_OUTDATED', { cause: error })
    const { code, words, isOverProtocol, isUnasked: isNotAsked } = walletAnswer(error)
    if (isNotAsked) return failure
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
