import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { activeNetworkItem } from '../../protocol/storageItems.js'
import { sessionOf } from '../connection/state.js'
import { type Kit, update } from '../Kit.js'
import { showAlert } from '../notify/showAlert.js'
import { toErrorState } from '../notify/toErrorState.js'
import { activeNetworkId, type NetworkState, networkOf } from './state.js'

/**
 * Moves to a network: asks the connected wallet of its namespace, or just remembers the choice where there is none (spec
 * §4 "Network switching").
 *
 * @throws `NETWORK_NOT_FOUND` for one that is not in `networks`, `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`,
 *   `REQUEST_ALREADY_PENDING`
 */
export async function switchNetwork(
  kit: Kit,
  { networkId }: { readonly networkId: CaipNetworkId },
): Promise<void> {
  const state = kit.store.getState()
  const network = networkOf(state, networkId)
  if (network === undefined) {
    showAlert(kit, 'SWITCH_NETWORK_NOT_FOUND', { networkId })
    throw new KitError('NETWORK_NOT_FOUND')
  }
  const session = sessionOf(state.connection, namespaceOf(networkId))
  const connector = session === undefined ? undefined : kit.connectors.get(session.connectorId)
  if (connector !== undefined && session?.networkId !== network.caipNetworkId) {
    setSwitching(kit, { networkId })
    try {
      await connector.switchNetwork(network)
    } catch (cause) {
      const error = isKitError(cause) ? cause : new KitError('CHAIN_NOT_SUPPORTED', { cause })
      setSwitching(kit, { networkId, error: toErrorState(error) })
      throw error
    }
  }
  setSwitching(kit, null)
  activate(kit, network.caipNetworkId)
}

/** Forgets a switch that was declined, so that no screen follows it any more. */
export function resetSwitch(kit: Kit): void {
  setSwitching(kit, null)
}

function activate(kit: Kit, networkId: CaipNetworkId) {
  const before = activeNetworkId(kit.store.getState())
  update(kit, 'network', (network) => ({ ...network, activeId: networkId }))
  kit.storage.write(activeNetworkItem, networkId)
  if (before !== networkId) kit.events.emit({ type: 'SWITCH_NETWORK', network: networkId })
}

function setSwitching(kit: Kit, switching: NetworkState['switching']) {
  update(kit, 'network', (network) => ({ ...network, switching }))
}
