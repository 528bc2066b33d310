import type { ConnectorInfo, ConnectorSession, NamespaceSession } from '../../core/connector.js'
import type { ErrorState } from '../../core/ErrorState.js'
import type { Intent } from '../../core/intent.js'
import type { Namespace } from '../../protocol/caip.js'

export type { ErrorState } from '../../core/ErrorState.js'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** A connected wallet. */
export type Connection = ConnectorSession & { readonly connectorId: string }

/** The attempt to connect that a screen follows. */
export type Attempt = {
  readonly connectorId: string
  readonly status: 'pending' | 'error'
  readonly error?: ErrorState | undefined
}

/** The link of the connection protocol that a screen shows as a QR code, or opens in an app. */
export type Pairing = {
  readonly status: 'pending' | 'ready' | 'error'
  readonly uri?: string | undefined
  /** When the link should be renewed; a wallet may still answer it for a while after. */
  readonly expiresAt?: number | undefined
  /** No wallet answered the previous link in time, and the screen says that this link is new. */
  readonly isRenewed?: boolean | undefined
  readonly error?: ErrorState | undefined
  /** What is wrong with the way to the wallets, while the link waits. */
  readonly trouble?: ErrorState | undefined
}

/** An account that the visitor uses in place of its wallet's own choice. */
export type ChosenAccount = {
  readonly address: string
  /** The wallet's own choice at that time: once it makes another one, that counts. */
  readonly over: string
}

/** A connection that its wallet has ended. */
export type EndedConnection = {
  readonly wallet: string
  /** What the wallet had not answered yet. */
  readonly asked?: Pick<Intent, 'id' | 'kind'> | undefined
  /** Why, if the wallet did not simply disconnect. */
  readonly error?: ErrorState | undefined
}

export type ConnectionState = {
  /** An absent namespace is disconnected; `connecting` also while a link waits for a wallet. */
  readonly status: { readonly [namespace in Namespace]?: ConnectionStatus }
  /** The connected wallets by connector id. */
  readonly connections: { readonly [connectorId: string]: Connection }
  /** Which of them each namespace uses. */
  readonly current: { readonly [namespace in Namespace]?: string }
  readonly chosen?: { readonly [namespace in Namespace]?: ChosenAccount } | undefined
  /** The ways to reach a wallet, in the order they were found. */
  readonly connectors: readonly ConnectorInfo[]
  readonly attempt: Attempt | null
  readonly pairing: Pairing | null
  /** What is wrong with the way to a wallet, by connector id; it mends itself. */
  readonly trouble?: { readonly [connectorId: string]: ErrorState } | undefined
  /** The connection that a wallet ended last, until another one is made. */
  readonly ended?: EndedConnection | undefined
  /** The addresses, shortened, that a server knew by its cookies: shown until their wallets have answered. */
  readonly known?: { readonly [namespace in Namespace]?: string } | undefined
}

export const initialConnectionState: ConnectionState = {
  status: {},
  connections: {},
  current: {},
  connectors: [],
  attempt: null,
  pairing: null,
}

export function statusOf({ status }: ConnectionState, namespace: Namespace): ConnectionStatus {
  return status[namespace] ?? 'disconnected'
}

export function withStatus(
  state: ConnectionState,
  affected: readonly Namespace[],
  status: ConnectionStatus,
): ConnectionState {
  if (affected.every((namespace) => statusOf(state, namespace) === status)) return state
  const changed = Object.fromEntries(affected.map((namespace) => [namespace, status]))
  return { ...state, status: { ...state.status, ...changed } }
}

/** Whether a link waits for a wallet to answer it. */
function isPairing({ pairing }: ConnectionState): boolean {
  return pairing !== null && pairing.status !== 'error'
}

/** Whether the kit is still restoring a stored connection, so that it connects without asking a wallet. */
export function isRestoring(state: ConnectionState, namespace: Namespace): boolean {
  return (
    statusOf(state, namespace) === 'connecting' && state.attempt?.status !== 'pending' && !isPairing(state)
  )
}

/**
 * Whether a button says that it connects: a wallet was asked, or a stored one is being taken up. A code on the screen
 * alone leaves the button as it is, unless the visitor has to leave the page to use it (spec §4).
 *
 * @param isLeft Whether this is a browser that visitors leave for the wallet's app.
 */
export function isAsking(state: ConnectionState, namespace: Namespace, isLeft: boolean): boolean {
  if (state.attempt?.status === 'pending') return true
  return statusOf(state, namespace) === 'connecting' && (isLeft || !isPairing(state))
}

/** The session that a namespace uses, if it is connected. */
export function sessionOf(
  state: ConnectionState,
  namespace: Namespace,
): (NamespaceSession & { readonly connectorId: string }) | undefined {
  const connectorId = state.current[namespace]
  const session =
    connectorId === undefined ? undefined : state.connections[connectorId]?.namespaces[namespace]
  return connectorId === undefined || session === undefined ? undefined : { ...session, connectorId }
}

export function isConnected(state: ConnectionState): boolean {
  return Object.keys(state.connections).length > 0
}
