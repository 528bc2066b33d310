import { switchNetwork } from '../../features/network/switchNetwork.js'
import { type CaipNetworkId, toNetworkId } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * Moves to another network, asking the wallet where one is connected.
 *
 * @example
 * ```tsx
 * const { chains, mutate: switchChain } = useSwitchChain()
 * <button onClick={() => switchChain({ chainId: 10 })}>Optimism</button>
 * ```
 */
export function useSwitchChain(): useSwitchChain.ReturnType {
  const chains = useChains()
  const change = useAction(switchNetwork)
  const mutation = useMutation(async ({ chainId }: useSwitchChain.Variables) => {
    const networkId = typeof chainId === 'number' ? toNetworkId(chainId, 'eip155') : chainId
    if (networkId === undefined) throw new KitError('INVALID_CHAIN_ID')
    await change({ networkId })
  })
  return { ...mutation, chains }
}

export declare namespace useSwitchChain {
  type Variables = {
    /** An eip155 chain id, or CAIP-2 for any family. */
    readonly chainId: number | CaipNetworkId
  }
  type ReturnType = Mutation<Variables, void> & { readonly chains: readonly Network[] }
}

/** The networks that the host offers. */
export function useChains(): readonly Network[] {
  return useKitState((state) => state.network.networks)
}
