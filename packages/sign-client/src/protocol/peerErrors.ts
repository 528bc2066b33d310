import { SignError, type SignErrorCode } from '../SignError.js'

/** A JSON-RPC error in the form that peers send. */
export type PeerError = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The errors that this client sends (WalletConnect spec, "Error codes"). */
export const peerErrors = {
  invalidUpdate: { code: 1003, message: 'Invalid update request' },
  invalidExtend: { code: 1004, message: 'Invalid extend request' },
  invalidSettle: { code: 1005, message: 'Invalid session settle request' },
  unauthorizedEvent: { code: 3002, message: 'Unauthorized event' },
  userRejected: { code: 5000, message: 'User rejected.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  unsupportedMethods: { code: 5101, message: 'Unsupported methods.' },
  unsupportedEvents: { code: 5102, message: 'Unsupported events.' },
  unsupportedAccounts: { code: 5103, message: 'Unsupported accounts.' },
  unsupportedNamespaceKey: { code: 5104, message: 'Unsupported namespace key.' },
  userDisconnected: { code: 6000, message: 'User disconnected.' },
  unsupportedWcMethod: { code: 10001, message: 'Unsupported wc_ method.' },
  tooManyRequests: { code: -32005, message: 'Too many requests are open.' },
} as const satisfies { readonly [name: string]: PeerError }

/**
 * Maps a peer's error to a client code. 5000 to 5003 (spec) and 4001 (EIP-1193) mean that the user declined; so does a
 * message that says so about the user, but not about a user operation, policy or account. A node may also "reject" a
 * wallet's transaction, which is no decline.
 */
export function codeOfPeerError({ code, message }: PeerError): SignErrorCode {
  const isRefusal = code === 4001 || (code >= 5000 && code <= 5003)
  if (isRefusal || refusal.test(message)) return 'USER_REJECTED'
  if (code === 8000) return 'REQUEST_EXPIRED'
  return 'PEER_ERROR'
}

const refusal = /(^|[.:]\s*)(the )?user (reject|den|declin|cancel)|ed by (the )?user\W*$/i

/** Converts a peer's error to a {@link SignError}. */
export function fromPeerError(error: PeerError): SignError {
  const { code: wireCode, message: details, data } = error
  return new SignError(codeOfPeerError(error), { wireCode, details, data })
}
