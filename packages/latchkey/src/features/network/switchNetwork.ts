import type { Connector } from '../../core/connector.js'
import type { HostNetworkId } from '../../core/Register.js'
import { defineSlot } from '../../core/slots.js'
import { type CaipNetworkId, namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { activeNetworkItem } from '../../protocol/storageItems.js'
import { walletError } from '../../protocol/walletErrors.js'
import { sessionOf } from '../connection/state.js'
import { type Kit, update } from '../Kit.js'
import { endLatest, latest } from '../latest.js'
import { showAlert } from '../notify/showAlert.js'
import { toErrorState } from '../notify/toErrorState.js'
import { activeNetworkId, type NetworkState, networkOf } from './state.js'

const switching = defineSlot<AbortController>('network.switch')

/**
 * Moves to a network: asks the connected wallet of its namespace, or only remembers the choice if there is none (spec
 * §4 "Network switching").
 *
 * @throws `NETWORK_NOT_FOUND` for a network that is not in `networks`, `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`,
 *   `REQUEST_ALREADY_PENDING`
 */
export async function switchNetwork(
  kit: Kit,
  { networkId }: { readonly networkId: HostNetworkId },
): Promise<void> {
  const state = kit.store.getState()
  const network = networkOf(state, networkId)
  if (network === undefined) {
    showAlert(kit, 'SWITCH_NETWORK_NOT_FOUND', { networkId })
    throw new KitError('NETWORK_NOT_FOUND')
  }
  const before = activeNetworkId(state)
  const session = sessionOf(state.connection, namespaceOf(networkId))
  const connector = session === undefined ? undefined : kit.connectors.get(session.connectorId)
  if (connector !== undefined && session?.networkId !== network.caipNetworkId) {
    await askWallet(kit, connector, network)
  } else {
    resetSwitch(kit)
  }
  // The wallet may have reported its new chain already, so compare with the network in use before the switch.
  enterNetwork(kit, network.caipNetworkId, before)
}

/** Makes a network the one in use, without asking a wallet. `before`: the one in use until now. */
export function enterNetwork(
  kit: Kit,
  network: CaipNetworkId,
  before = activeNetworkId(kit.store.getState()),
): void {
  update(kit, 'network', (slice) => ({ ...slice, activeId: network }))
  kit.storage.write(activeNetworkItem, network)
  if (before !== network) kit.events.emit({ type: 'SWITCH_NETWORK', network })
}

/** Forgets a declined switch, so that no screen shows it any more. */
export function resetSwitch(kit: Kit): void {
  endLatest(kit, switching)
  setSwitching(kit, null)
}

async function askWallet(kit: Kit, connector: Connector, network: Network): Promise<void> {
  const { caipNetworkId: networkId } = network
  // Once a newer switch begins, the outcome of this one is not shown.
  const signal = latest(kit, switching)
  setSwitching(kit, { networkId })
  try {
    await connector.switchNetwork(network)
    if (!signal.aborted) resetSwitch(kit)
  } catch (cause) {
    const error = isKitError(cause) ? cause : walletError('CHAIN_NOT_SUPPORTED', { cause })
    if (!signal.aborted) setSwitching(kit, { networkId, error: toErrorState(error) })
    throw error
  }
}

function setSwitching(kit: Kit, switching: NetworkState['switching']) {
  update(kit, 'network', (network) => ({ ...network, switching }))
}
