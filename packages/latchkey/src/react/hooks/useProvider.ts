import { useEffect, useState } from 'react'
import type { HostNamespace } from '../../core/Register.js'
import { sessionOf } from '../../features/connection/state.js'
import { getProvider } from '../../features/intent/getProvider.js'
import { defaultNamespace } from '../../protocol/families.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * Returns the live object to make requests with: an EIP-1193 provider for eip155, which viem, ethers and web3.js
 * accept. `undefined` until a wallet of the namespace is connected.
 *
 * @typeParam provider The type of the namespace's provider.
 *
 * @example
 * ```tsx
 * const provider = useProvider('eip155')
 * const client = createWalletClient({ account, chain, transport: custom(provider) })
 * ```
 */
export function useProvider<provider = useProvider.Eip1193>(
  namespace: HostNamespace = defaultNamespace as HostNamespace,
): provider | undefined {
  const connectorId = useKitState((state) => sessionOf(state.connection, namespace)?.connectorId)
  const read = useAction(getProvider)
  const [provider, setProvider] = useState<{ readonly of: string; readonly value: provider }>()
  useEffect(() => {
    if (connectorId === undefined) return
    let isCurrent = true
    read({ namespace }).then(
      (value) => isCurrent && setProvider({ of: connectorId, value: value as provider }),
      () => {
        // The wallet disconnected first: there is no provider, and the state has the reason.
      },
    )
    return () => {
      isCurrent = false
    }
  }, [connectorId, namespace, read])
  return provider !== undefined && provider.of === connectorId ? provider.value : undefined
}

export declare namespace useProvider {
  type Eip1193 = {
    request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
    on(event: string, listener: (...values: unknown[]) => void): unknown
    removeListener(event: string, listener: (...values: unknown[]) => void): unknown
  }
}
