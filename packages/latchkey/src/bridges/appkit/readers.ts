import type { ConnectorType } from '../../core/connector.js'
import type { Account } from '../../features/account/state.js'
import { accountOf } from '../../features/account/state.js'
import { accountsOf } from '../../features/account/switchAccount.js'
import { isRestoring, statusOf } from '../../features/connection/state.js'
import type { State } from '../../features/Kit.js'
import { activeNamespace, activeNetworkId, networkOf } from '../../features/network/state.js'
import type { CaipAddress, CaipNetworkId, Namespace } from '../../protocol/caip.js'
import { chainIdOf } from '../../protocol/chainIdOf.js'
import type { LoginWay } from '../../protocol/embeddedItems.js'
import type { Network } from '../../protocol/entities/Network.js'
import { type EmbeddedWalletInfo, readEmbedded } from './embedded.js'
import type { Snapshot } from './Instance.js'

// Readers that compute the results of the incumbent's hooks and methods from the kit's state.

export type UseAppKitAccountReturn = {
  readonly allAccounts: readonly AppKitAccount[]
  readonly caipAddress: CaipAddress | undefined
  readonly address: string | undefined
  readonly isConnected: boolean
  readonly status: 'connected' | 'disconnected' | 'connecting' | 'reconnecting'
  /** `undefined` for an account of another wallet. */
  readonly embeddedWalletInfo: EmbeddedWalletInfo | undefined
}

export type AppKitAccount = {
  readonly namespace: Namespace
  readonly address: string
  /** Returns the account type that the wallet reports, else the family's default type. */
  readonly type: string
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

export function readAccount(
  { state, extra }: Snapshot,
  namespace: Namespace = activeNamespace(state),
): UseAppKitAccountReturn {
  const account = accountOf(state, namespace)
  const status = statusOf(state.connection, namespace)
  return {
    allAccounts: account === undefined ? [] : accountsIn(state, account),
    caipAddress: account?.caipAddress,
    address: account?.address,
    isConnected: account !== undefined,
    // A connection attempt before the kit is ready restores a stored connection.
    status: status === 'connecting' && !extra.isReady ? 'reconnecting' : status,
    embeddedWalletInfo: readEmbedded(state, account),
  }
}

export type UseAppKitNetworkReturn = {
  /** `undefined` on a chain that the app does not offer. */
  readonly caipNetwork: Network | undefined
  readonly caipNetworkId: CaipNetworkId
  /** In the family's format: a number for eip155. */
  readonly chainId: number | string
}

export function readNetwork({ state }: Snapshot): UseAppKitNetworkReturn {
  const caipNetworkId = activeNetworkId(state)
  return {
    caipNetwork: networkOf(state, caipNetworkId),
    caipNetworkId,
    chainId: chainIdOf(caipNetworkId),
  }
}

export type PublicState = {
  readonly loading: boolean
  readonly open: boolean
  readonly selectedNetworkId: CaipNetworkId
  readonly activeChain: Namespace
  readonly initialized: boolean
}

export function readPublicState({ state, extra }: Snapshot): PublicState {
  return {
    loading: state.modal.isLoading,
    open: state.modal.isOpen,
    selectedNetworkId: activeNetworkId(state),
    activeChain: activeNamespace(state),
    initialized: extra.isReady,
  }
}

export type ConnectedWalletInfo = {
  readonly name: string
  readonly icon: string | undefined
  readonly type: ConnectorType
  readonly rdns: string | undefined
  /** The e-mail address with which the visitor logged in to the embedded wallet, or their name at the provider. */
  readonly identifier?: string | undefined
  /** Where the visitor logged in to the embedded wallet, unless by e-mail. */
  readonly social?: Exclude<LoginWay, 'email'> | undefined
}

export function readWalletInfo(
  { state }: Snapshot,
  namespace: Namespace = activeNamespace(state),
): ConnectedWalletInfo | undefined {
  const connector = connectorOf(state, namespace)
  if (connector === undefined) return undefined
  const wallet = state.connection.connections[connector.id]?.wallet
  return {
    name: wallet?.name ?? connector.name,
    icon: wallet?.icon ?? connector.imageUrl,
    type: connector.type,
    rdns: connector.rdns,
    ...loginOf(state, namespace),
  }
}

function loginOf(state: State, namespace: Namespace) {
  const login = readEmbedded(state, accountOf(state, namespace))
  if (login === undefined) return undefined
  const { user, authProvider } = login
  const social = authProvider === 'email' ? undefined : authProvider
  return { identifier: user.email ?? user.username, social }
}

export type AppKitTheme = {
  readonly themeMode: State['theme']['mode']
  readonly themeVariables: Snapshot['extra']['themeVariables']
}

export function readTheme({ state, extra }: Snapshot): AppKitTheme {
  return { themeMode: state.theme.mode, themeVariables: extra.themeVariables }
}

export type AppKitConnection = {
  readonly connectorId: string
  readonly name: string
  readonly icon: string | undefined
  readonly accounts: readonly AppKitAccount[]
  readonly caipNetwork: Network | undefined
}

/** Returns the wallet with which a namespace is connected: at most one. */
export function readConnections(
  snapshot: Snapshot,
  namespace: Namespace = activeNamespace(snapshot.state),
): readonly AppKitConnection[] {
  const { state } = snapshot
  const account = accountOf(state, namespace)
  const wallet = readWalletInfo(snapshot, namespace)
  if (account === undefined) return []
  return [
    {
      connectorId: account.connectorId,
      name: wallet?.name ?? '',
      icon: wallet?.icon,
      accounts: accountsIn(state, account),
      caipNetwork: networkOf(state, account.networkId),
    },
  ]
}

export function readProviderType(
  { state }: Snapshot,
  namespace: Namespace = activeNamespace(state),
): ConnectorType | undefined {
  return connectorOf(state, namespace)?.type
}

/** Checks that no stored connection is still being restored. */
export function isSettled({ connection }: State): boolean {
  return !Object.keys(connection.status).some((namespace) => isRestoring(connection, namespace))
}

function connectorOf({ connection }: State, namespace: Namespace) {
  const id = connection.current[namespace]
  return id === undefined ? undefined : connection.connectors.find((connector) => connector.id === id)
}

function accountsIn(state: State, { namespace }: Account): readonly AppKitAccount[] {
  const usual = namespace === 'bip122' ? 'payment' : 'eoa'
  return accountsOf(state)
    .filter((account) => account.namespace === namespace)
    .map(({ address, facts }) => ({ type: usual, ...facts, namespace, address }))
}
