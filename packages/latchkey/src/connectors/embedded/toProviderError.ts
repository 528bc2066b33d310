import { RpcError } from '../../core/jsonRpc.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isRecord } from '../../protocol/checks.js'
import { isKitError } from '../../protocol/errors.js'
import { ProviderRpcError } from '../../protocol/ProviderRpcError.js'
import { rpcCodeOf } from '../../protocol/rpcCodeOf.js'

/**
 * Converts a failed request to the embedded wallet to an EIP-1193 error for the host, with the catalogue's error for the
 * visitor as its `cause`. The code is the frame's, where it names one. A node's own error stays as it is.
 */
export function toProviderError(
  error: unknown,
  { wallet, method }: { readonly wallet: string; readonly method: string },
): unknown {
  if (error instanceof RpcError || error instanceof ProviderRpcError) return error
  const cause = isKitError(error)
    ? error
    : accountError('WALLET_FAILED', {
        cause: error,
        details: `${method}: ${String(error)}`,
        slots: { wallet },
      })
  const reply = isRecord(cause.cause) ? cause.cause : {}
  return new ProviderRpcError({
    code: typeof reply.rpc === 'number' ? reply.rpc : rpcCodeOf(cause),
    cause,
    // What a screen of the host may show to explain it.
    ...(cause.details === undefined ? {} : { data: { message: cause.details } }),
  })
}
