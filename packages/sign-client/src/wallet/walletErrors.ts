import type { PeerError } from '../protocol/peerErrors.js'

/** The errors that only wallets send (WalletConnect spec, "Error codes"). */
export const walletErrors = {
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method' },
  unauthorizedUpdate: { code: 3003, message: 'Unauthorized update request' },
  unauthorizedChain: { code: 3005, message: 'Unauthorized chain' },
  requestExpired: { code: 8000, message: 'Session request expired.' },
  invalidParams: { code: -32602, message: 'Invalid params.' },
} as const satisfies { readonly [name: string]: PeerError }
