import { isRecord } from '../../protocol/checks.js'
import { isKitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { personRefused } from '../../protocol/personRefused.js'

/** What wallets of the family say when their user closes the prompt, and nothing else. */
const cancelled = /^(?:Error: )?cancell?ed\.?$/i
/** Codes (`SignErrorCode`) with which the connection protocol's client fails before it asks the wallet. */
const beforeAsking = new Set(['METHOD_NOT_APPROVED', 'CHAIN_NOT_APPROVED', 'REQUEST_TOO_LARGE'])

/**
 * The definite answer of a wallet that was asked to sign a transaction: its user refused, it cannot, or it was never
 * asked. `undefined` for everything else: it may have signed, and sent.
 */
export function clearAnswer(error: unknown): 'refused' | 'unsupported' | 'notAsked' | undefined {
  try {
    if (isKitError(error, 'WALLET_METHOD_UNSUPPORTED')) return 'unsupported'
    const { code, words, isOverProtocol, reason } = answerOf(error)
    if (beforeAsking.has(reason)) return 'notAsked'
    if (code === 4001 || (isOverProtocol && code === 5000)) return 'refused'
    return personRefused(words) || cancelled.test(words.trim()) ? 'refused' : undefined
  } catch {
    // Reading the wallet's error threw.
    return undefined
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
