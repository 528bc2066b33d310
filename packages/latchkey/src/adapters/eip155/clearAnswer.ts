import { personRefused } from '../../protocol/personRefused.js'
import { walletAnswer } from '../../protocol/walletAnswer.js'

/**
 * Returns the definite answer of a wallet that was asked to send: its user refused, or it does not support the method.
 * Returns `undefined` for everything else, because the wallet may have sent and failed afterwards. Words alone
 * ("rejected", "not found") prove nothing: a node uses them too, after it has received the transaction.
 */
export function clearAnswer(error: unknown, method: string): 'refused' | 'unsupported' | undefined {
  const { code, words, isOverProtocol } = walletAnswer(error)
  if (code === 4001 || (isOverProtocol && code === 5000) || personRefused(words)) return 'refused'
  const named = words.match(/\b(eth|wallet|personal|net|web3|debug|trace)_\w+/g) ?? []
  const isOnlyAsked = named.every((name) => name === method)
  // EIP-1193's code is enough. JSON-RPC's code, which a failing node also sends, counts only with the method's name.
  if (code === 4200 && isOnlyAsked) return 'unsupported'
  return code === -32601 && named.length > 0 && isOnlyAsked ? 'unsupported' : undefined
}
