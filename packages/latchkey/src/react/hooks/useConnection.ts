import type { ConnectorInfo } from '../../core/connector.js'
import { accountOf } from '../../features/account/state.js'
import type { ConnectionStatus } from '../../features/connection/state.js'
import { walletNameOf } from '../../features/connection/walletNameOf.js'
import type { State } from '../../features/Kit.js'
import { activeNamespace, networkOf } from '../../features/network/state.js'
import type { CaipAddress, CaipNetworkId, Namespace } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { useKitState } from './useKitState.js'

/**
 * Who is connected, with what, and on which network: of the active namespace, or of the one that is asked for.
 *
 * @example
 * ```tsx
 * const { address, isConnected } = useConnection()
 * ```
 */
export function useConnection({ namespace }: useConnection.Parameters = {}): useConnection.ReturnType {
  return useKitState((state) => readConnection(state, namespace ?? activeNamespace(state)))
}

export declare namespace useConnection {
  type Parameters = {
    /** @default the active network's */
    readonly namespace?: Namespace | undefined
  }
  type ReturnType = {
    readonly status: ConnectionStatus
    readonly isConnected: boolean
    readonly isConnecting: boolean
    readonly isDisconnected: boolean
    readonly address: string | undefined
    readonly addresses: readonly string[] | undefined
    readonly caipAddress: CaipAddress | undefined
    /** The chain the wallet is on, as CAIP-2. */
    readonly networkId: CaipNetworkId | undefined
    /** The chain the wallet is on, as its family writes it: a number for eip155. */
    readonly chainId: number | string | undefined
    /** The host's network for that chain; `undefined` if the host does not offer it. */
    readonly chain: Network | undefined
    readonly connector: ConnectorInfo | undefined
    /** What the wallet calls itself. */
    readonly walletName: string | undefined
  }
}

function readConnection(state: State, namespace: Namespace): useConnection.ReturnType {
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
