import { isRecord } from './checks.js'
import { ProviderRpcError } from './ProviderRpcError.js'

/** Codes (`SignErrorCode`) with which the connection protocol's client fails before it asks the wallet. */
const beforeAsking = new Set<unknown>(['METHOD_NOT_APPROVED', 'CHAIN_NOT_APPROVED', 'REQUEST_TOO_LARGE'])

/**
 * Returns the wallet's own error. A provider over the connection protocol throws the kit's error; the wallet's code and
 * message are in its cause (`SignError`). `isUnasked`: the protocol's client failed before it asked the wallet.
 */
export function walletAnswer(error: unknown) {
  const inner = error instanceof ProviderRpcError ? error.cause.cause : undefined
  if (inner instanceof Error && inner.name === 'SignError') {
    const { wireCode, details, code } = inner as SignErrorLike
    const isUnasked = beforeAsking.has(code)
    return { code: Number(wireCode ?? 0), words: textOf(details), isOverProtocol: true, isUnasked }
  }
  const { code, message } = isRecord(error) || error instanceof Error ? (error as ErrorLike) : {}
  return { code: Number(code ?? 0), words: textOf(message ?? error), isOverProtocol: false, isUnasked: false }
}

type SignErrorLike = { readonly wireCode?: unknown; readonly details?: unknown; readonly code?: unknown }
type ErrorLike = { readonly code?: unknown; readonly message?: unknown }

// Stryker disable next-line StringLiteral: words that name neither a refusal nor a method.
const textOf = (words: unknown) => (typeof words === 'string' ? words.slice(0, 500) : '')
