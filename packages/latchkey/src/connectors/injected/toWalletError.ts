import { isKitError, KitError } from '../../protocol/errors.js'

type ErrorLike = { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }

/** What a visitor did or a wallet could not do, whatever the wallet called it. */
export type WalletFailure = 'rejected' | 'pending' | 'unknownNetwork' | 'unsupported' | 'other'

const unknownNetworkCodes = new Set([4902, 5000, 32603, -32603])

/**
 * Reads a wallet's error. Codes alone do not tell: some wallets answer everything with 4001, so its words are read too.
 *
 * @param isSwitch Whether the request was a network switch, where 5000 and 32603 mean "add the chain" (spec §8).
 */
export function failureOf(error: unknown, isSwitch = false): WalletFailure {
  const { code, message } = read(error)
  if (
    /not supported|unsupported|not found|unrecognized|unknown chain|has not been added|does not exist/i.test(
      message,
    )
  ) {
    return isSwitch ? 'unknownNetwork' : 'unsupported'
  }
  if (isSwitch && unknownNetworkCodes.has(code)) return 'unknownNetwork'
  if (code === -32002 || /already (pending|processing)/i.test(message)) return 'pending'
  if (code === 4001 || code === 5000 || /reject|denied|declined|cancel/i.test(message)) return 'rejected'
  if (code === 4200 || code === -32601) return 'unsupported'
  return 'other'
}

/** A wallet's error as the kit's own, with the wallet's words in its details. */
export function toWalletError(
  error: unknown,
  { wallet, method }: { readonly wallet: string; readonly method: string },
): KitError {
  if (isKitError(error)) return error
  const options = { cause: error, details: read(error).message }
  switch (failureOf(error)) {
    case 'rejected':
      return method === 'eth_requestAccounts'
        ? new KitError('CONNECTION_DECLINED', options)
        : new KitError('REQUEST_REJECTED', { ...options, slots: { wallet } })
    case 'pending':
      return new KitError('REQUEST_ALREADY_PENDING', { ...options, slots: { wallet } })
    case 'unsupported':
      return new KitError('WALLET_METHOD_UNSUPPORTED', { ...options, slots: { method } })
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
