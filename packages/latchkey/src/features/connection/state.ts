import type { ConnectorInfo, ConnectorSession, NamespaceSession } from '../../core/connector.js'
import { type Namespace, namespaces } from '../../protocol/caip.js'
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

/** Takes in a wallet's session: its namespaces are connected through it, and those it no longer grants are not. */
export function withSession(
  state: ConnectionState,
  connectorId: string,
  session: ConnectorSession,
): ConnectionState {
  const granted = namespaces.filter((namespace) => session.namespaces[namespace] !== undefined)
  if (granted.length === 0) return withoutConnection(state, connectorId)
  const lost = namespaces.filter(
    (namespace) => state.current[namespace] === connectorId && !granted.includes(namespace),
  )
  const current = {
    ...without(state.current, lost),
    ...Object.fromEntries(granted.map((namespace) => [namespace, connectorId])),
  }
  const connections = { ...state.connections, [connectorId]: { ...session, connectorId } }
  // Who connects takes the wallet at its word.
  const chosen = without(state.chosen, [...lost, ...granted])
  const next = withStatus(
    withStatus({ ...state, connections, current, chosen }, granted, 'connected'),
    lost,
    'disconnected',
  )
  return withoutUnused(next)
}

/**
 * Takes in what a wallet restores, or reports of its own accord: it takes no namespace from another wallet, and the
 * account that the visitor chose stays in use until the wallet makes another choice.
 */
export function withReport(
  state: ConnectionState,
  connectorId: string,
  session: ConnectorSession,
): ConnectionState {
  const own = ownPart(state.current, connectorId, session)
  const sessions = { ...own.namespaces }
  const chosen: { [namespace in Namespace]?: ChosenAccount } = {}
  for (const namespace of namespaces) {
    const granted = sessions[namespace]
    const choice = state.chosen?.[namespace]
    if (granted === undefined || choice === undefined) continue
    if (granted.addresses[0] !== choice.over || !granted.addresses.includes(choice.address)) continue
    sessions[namespace] = withFirst(granted, choice.address)
    chosen[namespace] = choice
  }
  const next = withSession(state, connectorId, { ...own, namespaces: sessions })
  return { ...next, chosen: { ...next.chosen, ...chosen } }
}

/** A session without the namespaces that another wallet is used for. */
export function ownPart(
  current: ConnectionState['current'],
  connectorId: string,
  session: ConnectorSession,
): ConnectorSession {
  const own = Object.entries(session.namespaces).filter(
    ([namespace]) => (current[namespace as Namespace] ?? connectorId) === connectorId,
  )
  return { ...session, namespaces: Object.fromEntries(own) }
}

/** A session with one of its accounts before the others. */
export function withFirst(session: NamespaceSession, address: string): NamespaceSession {
  return { ...session, addresses: [address, ...session.addresses.filter((other) => other !== address)] }
}

export function withoutConnection(state: ConnectionState, connectorId: string): ConnectionState {
  if (state.connections[connectorId] === undefined) return state
  const lost = namespaces.filter((namespace) => state.current[namespace] === connectorId)
  const current = without(state.current, lost)
  const { [connectorId]: _, ...connections } = state.connections
  return withStatus(
    { ...state, connections, current, chosen: without(state.chosen, lost) },
    lost,
    'disconnected',
  )
}

function without<value>(
  record: { readonly [namespace in Namespace]?: value } | undefined,
  lost: readonly Namespace[],
): { readonly [namespace in Namespace]?: value } {
  const rest = { ...record }
  for (const namespace of lost) delete rest[namespace]
  return rest
}

// A connection that no namespace uses any more is one the visitor replaced.
function withoutUnused(state: ConnectionState): ConnectionState {
  const used = new Set(Object.values(state.current))
  const connections = Object.fromEntries(Object.entries(state.connections).filter(([id]) => used.has(id)))
  return { ...state, connections }
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
