import type { ConnectorSession, NamespaceSession } from '../../core/connector.js'
import type { Namespace } from '../../protocol/caip.js'
import { type ChosenAccount, type ConnectionState, sessionOf, withStatus } from './state.js'

/** Takes in a wallet's session: its namespaces are connected through it, and those it no longer grants are not. */
export function withSession(
  state: ConnectionState,
  connectorId: string,
  session: ConnectorSession,
): ConnectionState {
  const granted = Object.keys(session.namespaces).filter(
    (namespace) => session.namespaces[namespace] !== undefined,
  )
  if (granted.length === 0) return withoutConnection(state, connectorId)
  const lost = usedBy(state, connectorId).filter((namespace) => !granted.includes(namespace))
  const current = {
    ...without(state.current, lost),
    ...Object.fromEntries(granted.map((namespace) => [namespace, connectorId])),
  }
  const connections = { ...state.connections, [connectorId]: { ...session, connectorId } }
  // A new connection resets the chosen account.
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
  for (const namespace of Object.keys(sessions)) {
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
    ([namespace]) => (current[namespace] ?? connectorId) === connectorId,
  )
  return { ...session, namespaces: Object.fromEntries(own) }
}

/** A session with one of its accounts before the others. */
export function withFirst(session: NamespaceSession, address: string): NamespaceSession {
  return { ...session, addresses: [address, ...session.addresses.filter((other) => other !== address)] }
}

export function withoutConnection(state: ConnectionState, connectorId: string): ConnectionState {
  if (state.connections[connectorId] === undefined) return state
  const lost = usedBy(state, connectorId)
  const current = without(state.current, lost)
  const { [connectorId]: _, ...connections } = state.connections
  return withStatus(
    { ...state, connections, current, chosen: without(state.chosen, lost) },
    lost,
    'disconnected',
  )
}

/** Sets whether namespaces are connecting. Namespaces with a connected wallet stay connected. */
export function withFreeStatus(
  state: ConnectionState,
  namespaces: readonly Namespace[],
  status: 'connecting' | 'disconnected',
): ConnectionState {
  const free = namespaces.filter((namespace) => sessionOf(state, namespace) === undefined)
  return withStatus(state, free, status)
}

function usedBy({ current }: ConnectionState, connectorId: string): readonly Namespace[] {
  return Object.keys(current).filter((namespace) => current[namespace] === connectorId)
}

function without<value>(
  record: { readonly [namespace in Namespace]?: value } | undefined,
  lost: readonly Namespace[],
): { readonly [namespace in Namespace]?: value } {
  const rest = { ...record }
  for (const namespace of lost) delete rest[namespace]
  return rest
}

// The visitor replaced a connection that no namespace uses any more.
function withoutUnused(state: ConnectionState): ConnectionState {
  const used = new Set(Object.values(state.current))
  const connections = Object.fromEntries(Object.entries(state.connections).filter(([id]) => used.has(id)))
  return { ...state, connections }
}
