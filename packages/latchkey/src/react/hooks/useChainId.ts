import type { HostNamespace, HostNetwork } from '../../core/Register.js'
import { activeNetwork, activeNetworkId } from '../../features/network/state.js'
import { chainIdOf } from '../../protocol/chainIdOf.js'
import { useKitState } from './useKitState.js'

/** The network in use, one of yours; `undefined` while the wallet is on one that you do not offer. */
export function useNetwork(): HostNetwork | undefined {
  return useKitState(activeNetwork) as HostNetwork | undefined
}

/**
 * The network in use, as CAIP-2: the connected wallet's, else the one last chosen. A wallet may be on one that you do not
 * offer, which is why this is any of your families'; {@link useNetwork} gives only yours.
 */
export function useNetworkId(): `${HostNamespace}:${string}` {
  return useKitState(activeNetworkId)
}

/** The eip155 chain id in use; `undefined` while another family is. */
export function useChainId(): number | undefined {
  const networkId = useNetworkId()
  const chainId = chainIdOf(networkId)
  return typeof chainId === 'number' ? chainId : undefined
}
