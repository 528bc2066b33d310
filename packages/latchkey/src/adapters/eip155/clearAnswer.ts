import { isRecord } from '../../protocol/checks.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { personRefused } from '../../protocol/personRefused.js'

/**
 * Returns the definite answer of a wallet that was asked to send: its user refused, or it does not support the method.
 * Returns `undefined` for everything else, because the wallet may have sent and failed afterwards. Words alone
 * ("rejected", "not found") prove nothing: a node uses them too, after it has received the transaction.
 */
export function clearAnswer(error: unknown, method: string): 'refused' | 'unsupported' | undefined {
  const { code, words, isOverProtocol } = answerOf(error)
  if (code === 4001 || (isOverProtocol && code === 5000) || personRefused(words)) return 'refused'
  const named = words.match(/\b(eth|wallet|personal|net|web3|debug|trace)_\w+/g) ?? []
  const isOnlyAsked = named.every((name) => name === method)
  // EIP-1193's code is enough. JSON-RPC's code, which a failing node also sends, counts only with the method's name.
  if (code === 4200 && isOnlyAsked) return 'unsupported'
  return code === -32601 && named.length > 0 && isOnlyAsked ? 'unsupported' : undefined
}

/**
 * Returns the wallet's own error. A provider over the connection protocol throws the kit's error; the wallet's code and
 * message are in its cause (`SignError`).
 */
function answerOf(error: unknown) {
  const inner = error instanceof ProviderRpcError ? error.cause.cause : undefined
  if (inner instanceof Error && inner.name === 'SignError') {
    const { wireCode, details } = inner as { readonly wireCode?: unknown; readonly details?: unknown }
    return { code: Number(wireCode ?? 0), words: textOf(details), isOverProtocol: true }
  }
  const { code, message } = isRecord(error) || error instanceof Error ? (error as ErrorLike) : {}
  return { code: Number(code ?? 0), words: textOf(message ?? error), isOverProtocol: false }
}

type ErrorLike = { readonly code?: unknown; readonly message?: unknown }

// Stryker disable next-line StringLiteral: words that name neither a refusal nor a method.
const textOf = (words: unknown) => (typeof words === 'string' ? words.slice(0, 500) : '')
