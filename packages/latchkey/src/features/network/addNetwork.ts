import type { HostNetworkId } from '../../core/Register.js'
import { readNetwork, withHostOptions } from '../../core/resolveConfig.js'
import { accountError } from '../../protocol/accountErrors.js'
import type { Namespace } from '../../protocol/caip.js'
import type { NetworkInput } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'
import { switchNetwork } from './switchNetwork.js'

/**
 * Offers one more network, with the host's `customRpcUrls` and `chainImages` for it. Ignores a network that is offered
 * already.
 *
 * @throws `ADAPTER_FOR_NAMESPACE_NOT_FOUND`, `INVALID_CHAIN_ID`
 */
export function addNetwork(kit: Kit, input: NetworkInput): void {
  const read = readNetwork(input, kit.config)
  if (read === undefined) throw new KitError('INVALID_CHAIN_ID')
  const network = withHostOptions(read, kit.config)
  requireAdapter(kit, network.chainNamespace)
  update(kit, 'network', (state) =>
    state.networks.some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)
      ? state
      : { ...state, networks: [...state.networks, network] },
  )
}

/**
 * Stops offering a network, also one whose family has no adapter. If it was the active one, the first network that
 * remains becomes active.
 *
 * @throws `NETWORK_NOT_FOUND` for the last one: a kit has at least one.
 */
export function removeNetwork(kit: Kit, { networkId }: { readonly networkId: HostNetworkId }): void {
  const { networks, activeId } = kit.store.getState().network
  const [first, ...rest] = networks.filter(({ caipNetworkId }) => caipNetworkId !== networkId)
  if (first === undefined) throw new KitError('NETWORK_NOT_FOUND')
  update(kit, 'network', (state) => ({ ...state, networks: [first, ...rest] }))
  // A wallet that declines stays on its chain, which is now unsupported: the screen for that opens.
  if (activeId === networkId) switchNetwork(kit, { networkId: first.caipNetworkId }).catch(() => {})
}

function requireAdapter(kit: Kit, namespace: Namespace) {
  if (!kit.adapters.has(namespace)) {
    throw accountError('ADAPTER_FOR_NAMESPACE_NOT_FOUND', { slots: { namespace } })
  }
}
