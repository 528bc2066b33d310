import { isSignError } from '@latchkey/sign-client'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { failureOf } from './signFailures.js'

/**
 * Converts a failed request over the connection protocol to an EIP-1193 error for the host, with the catalogue's error
 * for the visitor as its `cause`.
 */
export function toProviderError(
  error: unknown,
  { wallet, method, rpc }: toProviderError.Parameters,
): ProviderRpcError {
  if (isSignError(error)) {
    const { rpc: code, toError } = failureOf(error, method)
    const cause = toError({
      wallet,
      method,
      options: { cause: error, details: error.details ?? error.message },
    })
    return new ProviderRpcError({ code, data: error.data, cause })
  }
  const cause = isKitError(error)
    ? error
    : accountError('WALLET_FAILED', { cause: error, details: String(error), slots: { wallet } })
  return new ProviderRpcError({ code: rpc ?? -32603, cause })
}

export declare namespace toProviderError {
  type Parameters = {
    /** The wallet's name, for the visitor. */
    readonly wallet: string
    readonly method: string
    /** The code of an error that is the kit's own. @default -32603 */
    readonly rpc?: number | undefined
  }
}
