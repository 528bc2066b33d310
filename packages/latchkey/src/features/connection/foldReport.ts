import type { ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { isOpen } from '../../core/intent.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { familyOf } from './familyOf.js'
import { forgetConnections } from './forgetConnections.js'
import { persistConnections } from './persistConnections.js'
import { withReport } from './sessions.js'
import type { ConnectionState } from './state.js'
import { walletNameOf } from './walletNameOf.js'

/** What a connected wallet may report of its connection. */
export type Report = Extract<ConnectorEvent, { readonly type: 'session' | 'disconnect' }>

/**
 * Updates the state with a wallet's report about its connection. Reports of wallets that are not connected are ignored.
 */
export function foldReport(kit: Kit, { id, type }: ConnectorInfo, report: Report): void {
  const state = kit.store.getState()
  if (state.connection.connections[id] === undefined) return
  if (report.type === 'session' && Object.keys(report.session.namespaces).length > 0) {
    update(kit, 'connection', (before) => {
      const after = withReport(before, id, report.session)
      return type === 'WALLET_CONNECT' ? withWalletsChoice(after, before, id) : after
    })
    return persistConnections(kit, [id])
  }
  const wallet = walletNameOf(state, id)
  const asked = state.intent?.open
    .filter((one) => isOpen(one) && one.intent.connectorId === id)
    .at(-1)?.intent
  const error = report.type === 'disconnect' && report.error ? toErrorState(report.error) : undefined
  forgetConnections(kit, [id])
  // The modal has left the account's screens by now, and tells the visitor of it.
  const ended = { wallet, asked: asked && { id: asked.id, kind: asked.kind }, error }
  update(kit, 'connection', (connection) => ({ ...connection, ended }))
  kit.events.emit({ type: 'DISCONNECT_SUCCESS', namespace: familyOf(state.connection, [id]) ?? 'all' })
}

/**
 * Keeps the account that the wallet moved to, for the next page load: over the protocol a wallet reports it once, and
 * its session keeps listing the accounts in their first order.
 */
function withWalletsChoice(
  after: ConnectionState,
  before: ConnectionState,
  connectorId: string,
): ConnectionState {
  const chosen = { ...after.chosen }
  for (const [namespace, granted] of Object.entries(after.connections[connectorId]?.namespaces ?? {})) {
    const first = granted?.addresses[0]
    const was = before.connections[connectorId]?.namespaces[namespace]?.addresses[0]
    if (first !== undefined && first !== was) chosen[namespace] ??= { address: first, over: first }
  }
  return { ...after, chosen }
}
