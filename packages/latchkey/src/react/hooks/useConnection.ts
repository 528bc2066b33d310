import type { ConnectorInfo } from '../../core/connector.js'
import type { HostNamespace, HostNetwork } from '../../core/Register.js'
import { accountOf } from '../../features/account/state.js'
import { type ConnectionStatus, statusOf } from '../../features/connection/state.js'
import { walletNameOf } from '../../features/connection/walletNameOf.js'
import type { State } from '../../features/Kit.js'
import { activeNamespace, networkOf } from '../../features/network/state.js'
import type { ChainIdOf, Namespace } from '../../protocol/caip.js'
import { chainIdOf } from '../../protocol/chainIdOf.js'
import { useKitState } from './useKitState.js'

/**
 * Returns the connected account, its wallet and its network, of the active namespace or of the given one.
 *
 * @example
 * ```tsx
 * const { address, isConnected } = useConnection()
 * ```
 */
export function useConnection<const namespace extends HostNamespace = HostNamespace>({
  namespace,
}: useConnection.Parameters<namespace> = {}): useConnection.ReturnType<namespace> {
  return useKitState((state) =>
    readConnection(state, namespace ?? activeNamespace(state)),
  ) as useConnection.ReturnType<namespace>
}

export declare namespace useConnection {
  type Parameters<namespace extends Namespace = HostNamespace> = {
    /** @default the active network's */
    readonly namespace?: namespace | undefined
  }
  type ReturnType<namespace extends Namespace = HostNamespace> = {
    readonly status: ConnectionStatus
    readonly isConnected: boolean
    readonly isConnecting: boolean
    readonly isDisconnected: boolean
    readonly address: string | undefined
    readonly addresses: readonly string[] | undefined
    readonly caipAddress: `${namespace}:${string}:${string}` | undefined
    /** The chain the wallet is on, as CAIP-2. */
    readonly networkId: `${namespace}:${string}` | undefined
    /** The chain the wallet is on, as its family writes it: a number for eip155. */
    readonly chainId: ChainIdOf<`${namespace}:${string}`> | undefined
    /** The host's network for that chain; `undefined` if the host does not offer it. */
    readonly chain: HostNetwork<namespace> | undefined
    readonly connector: ConnectorInfo | undefined
    /** The name that the wallet reports. */
    readonly walletName: string | undefined
  }
}

function readConnection(state: State, namespace: Namespace): useConnection.ReturnType<Namespace> {
  const status = statusOf(state.connection, namespace)
  const account = accountOf(state, namespace)
  const flags = {
    status,
    isConnected: status === 'connected',
    isConnecting: status === 'connecting',
    isDisconnected: status === 'disconnected',
  }
  return {
    ...flags,
    address: account?.address,
    addresses: account?.addresses,
    caipAddress: account?.caipAddress,
    networkId: account?.networkId,
    chainId: account && chainIdOf(account.networkId),
    chain: account && networkOf(state, account.networkId),
    connector: account && state.connection.connectors.find(({ id }) => id === account.connectorId),
    walletName: account && walletNameOf(state, account.connectorId),
  }
}
