import type { ErrorCode, KitError } from './errors.js'

/**
 * The codes of the kit's errors for libraries (EIP-1193, EIP-3326, JSON-RPC), as `errorFacts` lists them. All other
 * errors are internal errors.
 */
const codes: { readonly [code in ErrorCode]?: number } = {
  NOT_CONNECTED: 4900,
  WALLET_NOT_CONNECTED: 4900,
  SESSION_GONE: 4900,
  PROVIDER_NOT_FOUND: 4900,
  RELAY_UNREACHABLE: 4900,
  INVALID_APP_CONFIGURATION: 4900,
  INVALID_PROJECT_ID: 4900,
  JWT_TOKEN_NOT_VALID: 4900,
  WALLET_ACCOUNT_DIFFERS: 4100,
  REVIEW_OUTDATED: 4100,
  METHOD_NOT_GRANTED: 4100,
  NETWORK_NOT_GRANTED: 4100,
  WALLET_NETWORK_DIFFERS: 4901,
  CONNECTION_DECLINED: 4001,
  REQUEST_REJECTED: 4001,
  SWITCH_DECLINED: 4001,
  CHAIN_NOT_SUPPORTED: 4902,
  REQUEST_ALREADY_PENDING: -32002,
  REQUEST_INVALID: -32602,
  REQUEST_TOO_LARGE: -32602,
  RPC_METHOD_NOT_ALLOWED: 4200,
  WALLET_METHOD_UNSUPPORTED: 4200,
  FRAME_LOAD_FAILED: 4900,
  FRAME_NOT_SET: 4900,
  FRAME_PARENT_NOT_SET: 4900,
  LOGIN_NEEDED: 4900,
  WALLET_LOCKED: 4100,
  REQUEST_WITHDRAWN: 4001,
}

/** The code with which a provider's failed request tells of an error of the kit. */
export function rpcCodeOf({ code }: KitError): number {
  return codes[code] ?? -32603
}
