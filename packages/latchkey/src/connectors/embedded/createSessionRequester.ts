import type { SessionRequester } from '../../core/walletProtocol.js'
import type { Namespace } from '../../protocol/caip.js'
import { isRecord } from '../../protocol/checks.js'
import { KitError } from '../../protocol/errors.js'
import type { ProviderContext } from './ProviderContext.js'
import { toProviderError } from './toProviderError.js'

/**
 * The embedded wallet for a family without EIP-1193 providers, in the form that its adapter knows from the connection
 * protocol: the same methods, parameters and answers.
 */
export function createSessionRequester(
  { consents, granted, info }: ProviderContext,
  namespace: Namespace,
): SessionRequester {
  return {
    granted: () => granted(namespace),
    async request({ method, params }) {
      try {
        const session = granted(namespace)
        if (session === undefined) throw new KitError('NOT_CONNECTED')
        return await consents.ask({ method, params: withOptions(params), chainId: session.networkId })
      } catch (error) {
        throw toProviderError(error, { wallet: info.name, method })
      }
    },
  }
}

/** The frame calls the options of a transaction `options` (spec §5 "Frame messages"). */
function withOptions(params: unknown): unknown {
  if (!isRecord(params) || params.sendOptions === undefined) return params
  const { sendOptions: options, ...rest } = params
  return { ...rest, options }
}
