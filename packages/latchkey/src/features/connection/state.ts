import type { ConnectorInfo, ConnectorSession, NamespaceSession } from '../../core/connector.js'
import type { Namespace } from '../../protocol/caip.js'
import type { ErrorCode } from '../../protocol/errors.js'

export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

/** A connected wallet. */
export type Connection = ConnectorSession & { readonly connectorId: string }

/** An error as state keeps it: the catalogue's code and slots, and the other side's words. */
export type ErrorState = {
  readonly code: ErrorCode
  readonly slots?: { readonly [name: string]: string | number } | undefined
  readonly details?: string | undefined
}

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

export type ConnectionState = {
  readonly status: { readonly [namespace in Namespace]: ConnectionStatus }
  /** The connected wallets by connector id. */
  readonly connections: { readonly [connectorId: string]: Connection }
  /** Which of them each namespace uses. */
  readonly current: { readonly [namespace in Namespace]?: string }
  readonly chosen?: { readonly [namespace in Namespace]?: ChosenAccount } | undefined
  /** The ways to reach a wallet, in the order they were found. */
  readonly connectors: readonly ConnectorInfo[]
  readonly attempt: Attempt | null
  readonly pairing: Pairing | null
  /** The addresses, shortened, that a server knew by its cookies: shown until their wallets have answered. */
  readonly known?: { readonly [namespace in Namespace]?: string } | undefined
}

export const initialConnectionState: ConnectionState = {
  status: {
    eip155: 'disconnected',
    solana: 'disconnected',
    polkadot: 'disconnected',
    bip122: 'disconnected',
  },
  connections: {},
  current: {},
  connectors: [],
  attempt: null,
  pairing: null,
}

export function withStatus(
  state: ConnectionState,
  affected: readonly Namespace[],
  status: ConnectionStatus,
): ConnectionState {
  if (affected.every((namespace) => state.status[namespace] === status)) return state
  const changed = Object.fromEntries(affected.map((namespace) => [namespace, status]))
  return { ...state, status: { ...state.status, ...changed } }
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
