import { activeNetworkId } from '../../features/network/state.js'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { useKitState } from './useKitState.js'

/** The network in use, as CAIP-2: the connected wallet's, else the one last chosen. */
export function useNetworkId(): CaipNetworkId {
  return useKitState(activeNetworkId)
}

/** The eip155 chain id in use; `undefined` while another family is. */
export function useChainId(): number | undefined {
  const networkId = useNetworkId()
  return networkId.startsWith('eip155:') ? Number(networkId.slice('eip155:'.length)) : undefined
}
