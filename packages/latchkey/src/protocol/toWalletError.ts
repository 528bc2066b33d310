import { isKitError, KitError } from './errors.js'
import { ProviderRpcError } from './ProviderRpcError.js'
import { personRefused } from './personRefused.js'
import { walletError } from './walletErrors.js'

type ErrorLike = { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }

/** The kinds of wallet failures, independent of the wallet's own codes. */
export type WalletFailure = 'rejected' | 'pending' | 'unknownNetwork' | 'unsupported' | 'other'

const unknownNetworkCodes = new Set([4902, 32603, -32603])

/**
 * Classifies a wallet's error. Codes alone are not enough: some wallets answer everything with 4001, so the message
 * counts too.
 *
 * @param isSwitch Whether the request was a network switch, where 4902 and 32603 mean "add the chain" (spec §8),
 *   unless the message says otherwise (`docs/decisions/208`).
 */
export function failureOf(error: unknown, isSwitch = false): WalletFailure {
  const { code, message } = read(error)
  // A message that names the user takes precedence over any code: after "User rejected" with -32603 the kit does not
  // retry.
  if (personRefused(message)) return 'rejected'
  if (
    /not supported|unsupported|not found|unrecognized|unknown chain|has not been added|does not exist/i.test(
      message,
    )
  ) {
    return isSwitch ? 'unknownNetwork' : 'unsupported'
  }
  if (code === -32002 || /already (pending|processing)/i.test(message)) return 'pending'
  if (code === 4001 || code === 5000 || /reject|den(y|ied)|declin|cancel/i.test(message)) return 'rejected'
  if (isSwitch && unknownNetworkCodes.has(code)) return 'unknownNetwork'
  if (code === 4200 || code === -32601) return 'unsupported'
  return 'other'
}

/** Converts a wallet's error to the kit's, with the wallet's message in its details. */
export function toWalletError(
  error: unknown,
  { wallet, method }: { readonly wallet: string; readonly method: string },
): KitError {
  if (isKitError(error)) return error
  // The connector has already converted the wallet's error to the catalogue's.
  if (error instanceof ProviderRpcError) return error.cause
  const options = { cause: error, details: read(error).message }
  switch (failureOf(error)) {
    case 'rejected':
      return method === 'eth_requestAccounts'
        ? walletError('CONNECTION_DECLINED', options)
        : walletError('REQUEST_REJECTED', { ...options, slots: { wallet } })
    case 'pending':
      return walletError('REQUEST_ALREADY_PENDING', { ...options, slots: { wallet } })
    case 'unsupported':
      return walletError('WALLET_METHOD_UNSUPPORTED', { ...options, slots: { method } })
    default:
      return new KitError(method === 'eth_requestAccounts' ? 'CONNECT_FAILED' : 'FRAME_ERROR', options)
  }
}

function read(error: unknown): { readonly code: number; readonly message: string } {
  try {
    if (typeof error === 'string') return { code: 0, message: error.slice(0, 500) }
    const { code, message, data } = (error ?? {}) as ErrorLike
    const inner = (data as { readonly originalError?: ErrorLike } | undefined)?.originalError?.code
    return { code: Number(inner ?? code ?? 0), message: String(message ?? '').slice(0, 500) }
  } catch {
    return { code: 0, message: '' }
  }
}
