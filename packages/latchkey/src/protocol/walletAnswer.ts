import { isRecord } from './checks.js'
import { ProviderRpcError } from './ProviderRpcError.js'

/**
 * Returns the wallet's own error. A provider over the connection protocol throws the kit's error; the wallet's code and
 * message are in its cause (`SignError`).
 */
export function walletAnswer(error: unknown) {
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
