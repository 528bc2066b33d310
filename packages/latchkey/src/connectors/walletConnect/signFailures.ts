import type { SignError, SignErrorCode } from '@latchkey/sign-client'
import { accountError } from '../../protocol/accountErrors.js'
import { KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'

/** A request's failure: the catalogue's error for the visitor, and the EIP-1193 code for the host. */
export type Failure = { readonly rpc: number; readonly toError: (context: Context) => KitError }

type Context = {
  readonly wallet: string
  readonly method: string
  readonly options: { readonly cause: SignError; readonly details: string }
}

/** A row of the table, with an error whose text names the wallet. */
type WalletCode =
  | 'WALLET_SILENT'
  | 'WALLET_FAILED'
  | 'METHOD_NOT_GRANTED'
  | 'NETWORK_NOT_GRANTED'
  | 'REQUEST_INVALID'

function ofWallet(rpc: number, code: WalletCode): Failure {
  return { rpc, toError: ({ wallet, options }) => accountError(code, { ...options, slots: { wallet } }) }
}

const rejected: Failure = {
  rpc: 4001,
  toError: ({ wallet, options }) => walletError('REQUEST_REJECTED', { ...options, slots: { wallet } }),
}
const pending: Failure = {
  rpc: -32002,
  toError: ({ wallet, options }) => walletError('REQUEST_ALREADY_PENDING', { ...options, slots: { wallet } }),
}
const methodUnknown: Failure = {
  rpc: 4200,
  toError: ({ method, options }) =>
    walletError('WALLET_METHOD_UNSUPPORTED', { ...options, slots: { method } }),
}
const tooLarge: Failure = {
  rpc: -32602,
  toError: ({ options }) => accountError('REQUEST_TOO_LARGE', options),
}
const gone: Failure = { rpc: 4900, toError: ({ options }) => walletError('SESSION_GONE', options) }
const cutOff: Failure = { rpc: 4900, toError: ({ options }) => walletError('RELAY_UNREACHABLE', options) }
const aborted: Failure = { rpc: -32603, toError: ({ options }) => new KitError('REQUEST_ABORTED', options) }
const unreadable: Failure = {
  rpc: -32603,
  toError: ({ options }) => walletError('WALLET_ANSWER_INVALID', options),
}
const methodNotGranted = ofWallet(4100, 'METHOD_NOT_GRANTED')
const networkNotGranted = ofWallet(4100, 'NETWORK_NOT_GRANTED')
const networkUnknown = ofWallet(4902, 'NETWORK_NOT_GRANTED')
const silent = ofWallet(-32603, 'WALLET_SILENT')
const invalid = ofWallet(-32602, 'REQUEST_INVALID')
const failed = ofWallet(-32603, 'WALLET_FAILED')

/** Maps each error code of the client to its failure. A new code does not compile without a row. */
const bySignError: { readonly [code in SignErrorCode]: Failure } = {
  INPUT_INVALID: invalid,
  NAMESPACES_INVALID: invalid,
  URI_INVALID: invalid,
  URI_EXPIRED: invalid,
  WEBSOCKET_MISSING: cutOff,
  RELAY_REFUSED: cutOff,
  RELAY_UNREACHABLE: cutOff,
  RELAY_ERROR: cutOff,
  REQUEST_TOO_LARGE: tooLarge,
  ABORTED: aborted,
  CLIENT_CLOSED: aborted,
  PROPOSAL_EXPIRED: silent,
  REQUEST_EXPIRED: silent,
  PEER_TIMED_OUT: silent,
  USER_REJECTED: rejected,
  PEER_ERROR: failed,
  PEER_INVALID: unreadable,
  SESSION_GONE: gone,
  REQUEST_GONE: gone,
  CHAIN_NOT_APPROVED: networkNotGranted,
  METHOD_NOT_APPROVED: methodNotGranted,
  EVENT_NOT_APPROVED: methodNotGranted,
  LIMIT_REACHED: pending,
}

/**
 * Maps a wallet's error code to its failure: codes of the protocol (WalletConnect spec, "Error codes"), EIP-1193 and
 * JSON-RPC. Any other code counts as a failure of the wallet.
 */
const byWireCode: { readonly [code: number]: Failure } = {
  1001: methodUnknown,
  3001: methodNotGranted,
  3002: methodNotGranted,
  3003: methodNotGranted,
  3004: methodNotGranted,
  3005: networkNotGranted,
  4001: rejected,
  4100: methodNotGranted,
  4200: methodUnknown,
  4900: gone,
  4901: networkNotGranted,
  4902: networkUnknown,
  5000: rejected,
  5001: rejected,
  5002: rejected,
  5003: rejected,
  5100: networkUnknown,
  5101: methodUnknown,
  5102: methodUnknown,
  5103: methodNotGranted,
  5104: networkUnknown,
  6000: gone,
  7000: gone,
  7001: gone,
  8000: silent,
  10001: methodUnknown,
  [-32002]: pending,
  [-32004]: methodUnknown,
  [-32005]: pending,
  [-32600]: invalid,
  [-32601]: methodUnknown,
  [-32602]: invalid,
}

/** Methods that move money: a wallet that has sent may still fail with a misleading code. */
const moving: ReadonlySet<string> = new Set(['eth_sendTransaction', 'wallet_sendCalls'])

/** Returns the failure for an error of the client. */
export function failureOf({ code, wireCode, details = '' }: SignError, method: string): Failure {
  const own = code === 'PEER_ERROR' && wireCode !== undefined ? byWireCode[wireCode] : undefined
  // The app would ask again if it took the method for unsupported, so only an error that names the method counts.
  const isUnclear = own === methodUnknown && moving.has(method) && !details.includes(method)
  return isUnclear ? failed : (own ?? bySignError[code])
}
