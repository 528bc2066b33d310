import type { HostChainId, HostNetwork, HostNetworkId } from '../../core/Register.js'
import { switchNetwork } from '../../features/network/switchNetwork.js'
import { toNetworkId } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import { type DefaultNamespace, defaultNamespace } from '../../protocol/families.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * Switches to another network; asks the wallet first if one is connected.
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
    const networkId = typeof chainId === 'number' ? toNetworkId(chainId, defaultNamespace) : chainId
    if (networkId === undefined) throw new KitError('INVALID_CHAIN_ID')
    // The action rejects the number of a network that the app does not offer.
    await change({ networkId: networkId as HostNetworkId })
  })
  return { ...mutation, chains }
}

export declare namespace useSwitchChain {
  type Variables = {
    /** An eip155 chain id, or CAIP-2 for any family. If you have registered your kit, only your networks compile. */
    readonly chainId: HostChainId<DefaultNamespace> | HostNetworkId
  }
  type ReturnType = Mutation<Variables, void> & { readonly chains: readonly HostNetwork[] }
}

/** Returns the networks that the host offers. */
export function useChains(): readonly HostNetwork[] {
  return useKitState((state) => state.network.networks) as readonly HostNetwork[]
}
