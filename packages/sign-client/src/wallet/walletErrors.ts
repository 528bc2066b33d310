import { type Delivery, pairingLifetime } from '../protocol/methods.js'
import type { PeerError } from '../protocol/peerErrors.js'

/** The errors that only wallets send (WalletConnect spec, "Error codes"). */
export const walletErrors = {
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method' },
  unauthorizedUpdate: { code: 3003, message: 'Unauthorized update request' },
  unauthorizedChain: { code: 3005, message: 'Unauthorized chain' },
  requestExpired: { code: 8000, message: 'Session request expired.' },
  invalidParams: { code: -32602, message: 'Invalid params.' },
} as const satisfies { readonly [name: string]: PeerError }

const refusal = (tag: number): Delivery => ({ tag, ttl: pairingLifetime, prompt: false })

/** The deliveries of errors that have their own tag, so that a push service can recognise refusals. */
export const refusals = {
  proposalByUser: refusal(1120),
  proposalByClient: refusal(1121),
  authenticationByUser: refusal(1118),
} as const
