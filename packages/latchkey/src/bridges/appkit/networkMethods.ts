import { readNetworkId } from '../../core/networkIds.js'
import { accountOf } from '../../features/account/state.js'
import { sessionOf } from '../../features/connection/state.js'
import { addNetwork, removeNetwork } from '../../features/network/addNetwork.js'
import { activeNamespace, networkOf } from '../../features/network/state.js'
import { switchNetwork } from '../../features/network/switchNetwork.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import { type Network, toNetwork } from '../../protocol/entities/Network.js'
import { KitError } from '../../protocol/errors.js'
import type { AppKitNetwork } from './AppKitOptions.js'
import { type Instance, snapshotOf } from './Instance.js'
import { readNetwork } from './readers.js'

export function networkMethods(instance: Instance) {
  const { kit } = instance
  const now = () => kit.store.getState()
  return {
    /**
     * Switches to a network; asks the wallet first if one is connected.
     *
     * @throws `INVALID_CHAIN_ID`, `NETWORK_NOT_FOUND`, `SWITCH_DECLINED`, `CHAIN_NOT_SUPPORTED`
     */
    async switchNetwork(network: AppKitNetwork): Promise<void> {
      const wanted = toNetwork(network)
      if (wanted === undefined) throw new KitError('INVALID_CHAIN_ID')
      await switchNetwork(kit, { networkId: wanted.caipNetworkId })
    },
    /** Adds a network to those offered. @throws `ADAPTER_FOR_NAMESPACE_NOT_FOUND`, `INVALID_CHAIN_ID` */
    addNetwork: (namespace: Namespace, network: AppKitNetwork): void =>
      addNetwork(kit, { ...network, chainNamespace: namespace }),
    /** Removes a network from those offered. @throws `ADAPTER_FOR_NAMESPACE_NOT_FOUND`, `NETWORK_NOT_FOUND` */
    removeNetwork(namespace: Namespace, id: number | string): void {
      const networkId = readNetworkId(kit, id, namespace)
      if (networkId === undefined) throw new KitError('INVALID_CHAIN_ID')
      removeNetwork(kit, { networkId })
    },
    getCaipNetworks: (namespace?: Namespace): readonly Network[] =>
      now().network.networks.filter(
        ({ chainNamespace }) => namespace === undefined || chainNamespace === namespace,
      ),
    /** Returns the network in use; of a namespace, its wallet's, else the first that the app offers; or one by id. */
    getCaipNetwork(namespace?: Namespace, id?: number | string): Network | undefined {
      if (namespace === undefined) return readNetwork(snapshotOf(instance)).caipNetwork
      const own = now().network.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
      if (id !== undefined)
        return own.find(({ caipNetworkId }) => caipNetworkId === readNetworkId(kit, id, namespace))
      if (namespace === activeNamespace(now())) return readNetwork(snapshotOf(instance)).caipNetwork
      const account = accountOf(now(), namespace)
      return account === undefined ? own[0] : networkOf(now(), account.networkId)
    },
    getCaipNetworkId: (): number | string => readNetwork(snapshotOf(instance)).chainId,
    getChainId: (): number | string => readNetwork(snapshotOf(instance)).chainId,
    getActiveChainNamespace: (): Namespace => activeNamespace(now()),
    /**
     * Returns the networks that the connected wallet may switch to; `undefined` if the wallet decides at each request.
     */
    getApprovedCaipNetworkIds(
      namespace: Namespace = activeNamespace(now()),
    ): readonly CaipNetworkId[] | undefined {
      const approved = sessionOf(now().connection, namespace)?.approvedNetworkIds
      return approved === 'all' ? undefined : approved
    },
  }
}
