import type { Connector, ConnectorInfo, ConnectorType } from '../../core/connector.js'
import { readNetworkId } from '../../core/networkIds.js'
import type { SiweConfig, SiwxConfig } from '../../core/siwx.js'
import { fetchBalance } from '../../features/account/fetchBalance.js'
import type { Label } from '../../features/account/labels.js'
import { accountOf, type Identity } from '../../features/account/state.js'
import { disconnect } from '../../features/connection/disconnect.js'
import { resetPairing } from '../../features/connection/pairingRounds.js'
import { registerConnectors } from '../../features/connection/registerConnectors.js'
import { activeNamespace, activeNetworkId } from '../../features/network/state.js'
import { type CaipAddress, type Namespace, namespaceOf, toCaipAddress } from '../../protocol/caip.js'
import { KitError } from '../../protocol/errors.js'
import { type Instance, snapshotOf } from './Instance.js'
import {
  type AppKitConnection,
  type ConnectedWalletInfo,
  readAccount,
  readConnections,
  readProviderType,
  readWalletInfo,
  type UseAppKitAccountReturn,
} from './readers.js'

/** Loads the code at the first label, because few apps set one. */
async function setLabel(kit: Instance['kit'], label: Label): Promise<void> {
  const action = await import('../../features/account/setLabel.js')
  action.setLabel(kit, label)
}

export function accountMethods(instance: Instance) {
  const { kit, extra } = instance
  const active = () => activeNamespace(kit.store.getState())
  return {
    /** Ends the connection of a namespace, or all. @throws `DISCONNECT_FAILED` */
    disconnect: (namespace?: Namespace): Promise<void> => disconnect(kit, { namespace }),
    getIsConnectedState: (): boolean => readAccount(snapshotOf(instance)).isConnected,
    getAccount: (namespace?: Namespace): UseAppKitAccountReturn =>
      readAccount(snapshotOf(instance), namespace),
    getAddress: (namespace?: Namespace): string | undefined =>
      accountOf(kit.store.getState(), namespace)?.address,
    getCaipAddress: (namespace?: Namespace): CaipAddress | undefined =>
      accountOf(kit.store.getState(), namespace)?.caipAddress,
    getWalletInfo: (namespace?: Namespace): ConnectedWalletInfo | undefined =>
      readWalletInfo(snapshotOf(instance), namespace),
    /** Returns the live provider of a namespace; `undefined` until its wallet has connected and provided it. */
    getProvider: <provider = unknown>(namespace: Namespace): provider | undefined =>
      extra.getState().providers[namespace] as provider | undefined,
    getProviderType: (namespace: Namespace): ConnectorType | undefined =>
      readProviderType(snapshotOf(instance), namespace),
    getWalletProvider: (): unknown => extra.getState().providers[active()],
    getWalletProviderType: (): ConnectorType | undefined => readProviderType(snapshotOf(instance)),
    /** Returns the wallet with which a namespace is connected: at most one. */
    getConnections: (namespace?: Namespace): readonly AppKitConnection[] =>
      readConnections(snapshotOf(instance), namespace),
    getConnectors: (): readonly ConnectorInfo[] => kit.store.getState().connection.connectors,
    /** Adds a connector to a wallet: a `Connector` of `latchkey`. */
    addConnector: (connector: Connector): void => registerConnectors(kit, [connector]),
    setConnectors: (connectors: readonly Connector[]): void => registerConnectors(kit, connectors),
    /** Stores a label for an address in this browser. @throws `ADDRESS_NOT_FOUND` */
    addAddressLabel: (address: string, label: string, namespace: Namespace = active()): Promise<void> =>
      setLabel(kit, { address, label, namespace }),
    removeAddressLabel: (address: string, namespace: Namespace = active()): Promise<void> =>
      setLabel(kit, { address, label: '', namespace }),
    getConnectorImage({ imageUrl, imageId }: Partial<ConnectorInfo> = {}): string | undefined {
      const { images } = kit.store.getState().wallets
      // The same key as in `fetchImage`, without importing the code that fetches.
      return imageUrl ?? images[`asset:${imageId}`]
    },
    /**
     * Fetches an account's balance of a network's coin again. Always uses the namespace's connector.
     *
     * @throws `NOT_CONNECTED`, `INVALID_CHAIN_ID`, `TOKEN_BALANCE_UNAVAILABLE`
     */
    async updateNativeBalance(
      address: string,
      chainId: number | string,
      namespace: Namespace,
    ): Promise<{ readonly balance: string; readonly symbol: string }> {
      const account = accountOf(kit.store.getState(), namespace)
      if (account === undefined) throw new KitError('NOT_CONNECTED')
      const networkId = readNetworkId(kit, chainId, namespace)
      if (networkId === undefined) throw new KitError('INVALID_CHAIN_ID')
      const { amount, symbol } = await fetchBalance(kit, {
        account: { ...account, address, networkId, caipAddress: toCaipAddress(networkId, address) },
        isForced: true,
      })
      return { balance: amount, symbol }
    },
    /** Returns the name and picture of an eip155 address, on the network in use. Never throws. */
    async fetchIdentity({ address }: { readonly address: string }): Promise<Identity> {
      const networkId = activeNetworkId(kit.store.getState())
      const caipAddress = toCaipAddress(networkId, address)
      const account = { address, addresses: [address], caipAddress, networkId, connectorId: '' } as const
      // The code that calls services and parses their answers is loaded on demand.
      const { fetchIdentity } = await import('../../features/account/fetchIdentity.js')
      return fetchIdentity(kit, { account: { ...account, namespace: namespaceOf(networkId) } })
    },
    /** Discards the pairing link, so that the next one is new. */
    resetWcConnection: (): void => resetPairing(kit),
    getSIWX: (): SiwxConfig | SiweConfig | undefined => kit.config.siwx ?? kit.config.siweConfig,
  }
}
