import {
  ResourceUnavailableRpcError,
  SwitchChainError,
  UnauthorizedProviderError,
  UserRejectedRequestError,
} from 'viem'
import { type ErrorCode, isKitError } from '../../protocol/errors.js'

const classes: { readonly [code in ErrorCode]?: new (cause: Error) => Error } = {
  CONNECTION_DECLINED: UserRejectedRequestError,
  REQUEST_REJECTED: UserRejectedRequestError,
  SWITCH_DECLINED: UserRejectedRequestError,
  REQUEST_ALREADY_PENDING: ResourceUnavailableRpcError,
  CHAIN_NOT_SUPPORTED: SwitchChainError,
  NETWORK_NOT_FOUND: SwitchChainError,
  NOT_CONNECTED: UnauthorizedProviderError,
}

/**
 * Converts an error of the kit to the error that wagmi's own connectors throw. Hosts compare its class, name and code:
 * `UserRejectedRequestError` and 4001. Its `cause` is the kit's error. Other errors are returned unchanged.
 */
export function toWagmiError(error: unknown): unknown {
  if (!isKitError(error)) return error
  const WagmiError = classes[error.code]
  return WagmiError === undefined ? error : new WagmiError(error)
}
