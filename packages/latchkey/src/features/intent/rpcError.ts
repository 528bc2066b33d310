import { isKitError, type KitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { rpcCodeOf } from '../../protocol/rpcCodeOf.js'

/** Converts an error of the kit to the error of an app's request. A wallet's own error stays as it is. */
export function toRpcError(error: unknown): unknown {
  return isKitError(error) ? rpcError(rpcCodeOf(error), error) : error
}

export function rpcError(code: number, cause: KitError): ProviderRpcError {
  return new ProviderRpcError({ code, cause })
}
