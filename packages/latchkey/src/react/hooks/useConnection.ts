import type { ConnectorInfo } from '../../core/connector.js'
import type { HostNamespace, HostNetwork } from '../../core/Register.js'
import { accountOf } from '../../features/account/state.js'
import type { ConnectionStatus } from '../../features/connection/state.js'
import { walletNameOf } from '../../features/connection/walletNameOf.js'
import type { State } from '../../features/Kit.js'
import { activeNamespace, networkOf } from '../../features/network/state.js'
import type { ChainIdOf, Namespace } from '../../protocol/caip.js'
import { useKitState } from './useKitState.js'

/**
 * Who is connected, with what, and on which network: of the active namespace, or of the one that is asked for.
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
    /** What the wallet calls itself. */
    readonly walletName: string | undefined
  }
}

function readConnection(state: State, namespace: Namespace): useConnection.ReturnType<Namespace> {
  const status = state.connection.status[namespace]
  const account = accountOf(state, namespace)
  const flags = {
    status,
    isConnected: status === 'connected',
    isConnecting: status === 'connecting',
    isDisconnected: status === 'disconnected',
  }
  const reference = account?.networkId.slice(account.networkId.indexOf(':') + 1)
  return {
    ...flags,
    address: account?.address,
    addresses: account?.addresses,
    caipAddress: account?.caipAddress,
    networkId: account?.networkId,
    chainId: namespace === 'eip155' && reference !== undefined ? Number(reference) : reference,
    chain: account && networkOf(state, account.networkId),
    connector: account && state.connection.connectors.find(({ id }) => id === account.connectorId),
    walletName: account && walletNameOf(state, account.connectorId),
  }
}
