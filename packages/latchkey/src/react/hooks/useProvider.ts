import { useEffect, useState } from 'react'
import type { HostNamespace } from '../../core/Register.js'
import { getProvider } from '../../features/connection/getProvider.js'
import { sessionOf } from '../../features/connection/state.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'

/**
 * The live object to make requests with: an EIP-1193 provider for eip155, which viem, ethers and web3.js all take.
 * `undefined` until a wallet of the namespace is connected.
 *
 * @typeParam provider What the namespace's wallets provide.
 *
 * @example
 * ```tsx
 * const provider = useProvider('eip155')
 * const client = createWalletClient({ account, chain, transport: custom(provider) })
 * ```
 */
export function useProvider<provider = useProvider.Eip1193>(
  namespace: HostNamespace = 'eip155' as HostNamespace,
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
        // The wallet went before it could be asked: there is no provider, and the state says why.
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
