import { isKitError } from '../../protocol/errors.js'
import { personRefused } from '../../protocol/personRefused.js'
import { walletAnswer } from '../../protocol/walletAnswer.js'

/** What wallets of the family say when their user closes the prompt, and nothing else. */
const cancelled = /^(?:Error: )?cancell?ed\.?$/i

/**
 * The definite answer of a wallet that was asked to sign a transaction: its user refused, it cannot, or it was never
 * asked. `undefined` for everything else: it may have signed, and sent.
 */
export function clearAnswer(error: unknown): 'refused' | 'unsupported' | 'notAsked' | undefined {
  try {
    if (isKitError(error, 'WALLET_METHOD_UNSUPPORTED')) return 'unsupported'
    const { code, words, isOverProtocol, isUnasked } = walletAnswer(error)
    if (isUnasked) return 'notAsked'
    if (code === 4001 || (isOverProtocol && code === 5000)) return 'refused'
    return personRefused(words) || cancelled.test(words.trim()) ? 'refused' : undefined
  } catch {
    // Reading the wallet's error threw.
    return undefined
  }
}
