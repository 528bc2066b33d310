import type { HostNamespace, HostNetwork } from '../../core/Register.js'
import { activeNetwork, activeNetworkId } from '../../features/network/state.js'
import { chainIdOf } from '../../protocol/chainIdOf.js'
import { useKitState } from './useKitState.js'

/** Returns the network in use; `undefined` while the wallet is on a network that you do not offer. */
export function useNetwork(): HostNetwork | undefined {
  return useKitState(activeNetwork) as HostNetwork | undefined
}

/**
 * Returns the network in use, as CAIP-2: the connected wallet's, else the last chosen one. It may be a network that you
 * do not offer, because a wallet may be on one; {@link useNetwork} returns only networks that you offer.
 */
export function useNetworkId(): `${HostNamespace}:${string}` {
  return useKitState(activeNetworkId)
}

/** Returns the eip155 chain id in use; `undefined` while another chain family is in use. */
export function useChainId(): number | undefined {
  const networkId = useNetworkId()
  const chainId = chainIdOf(networkId)
  return typeof chainId === 'number' ? chainId : undefined
}
