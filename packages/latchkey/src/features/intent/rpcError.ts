import type { ErrorCode } from '../../protocol/errors.js'
import { isKitError, type KitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'

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
}

/** Converts an error of the kit to the error of an app's request. A wallet's own error stays as it is. */
export function toRpcError(error: unknown): unknown {
  return isKitError(error) ? rpcError(codes[error.code] ?? -32603, error) : error
}

export function rpcError(code: number, cause: KitError): ProviderRpcError {
  return new ProviderRpcError({ code, cause })
}
