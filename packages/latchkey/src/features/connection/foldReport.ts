import type { ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { isOpen } from '../../core/intent.js'
import { currentView } from '../../core/router.js'
import { type Kit, update } from '../Kit.js'
import { showError, showSnackbar } from '../notify/showSnackbar.js'
import { untold } from '../notify/tellError.js'
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
export function foldReport(kit: Kit, { id, type, namespaces }: ConnectorInfo, report: Report): void {
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
  const asked = state.intent?.open.filter((one) => isOpen(one) && one.intent.connectorId === id).at(-1)
    ?.intent.kind
  forgetConnections(kit, [id])
  tellNextToo(kit, () => {
    if (report.type === 'disconnect' && report.error !== undefined) return showError(kit, report.error)
    // The screen of a transfer shows this itself.
    if (asked === 'transfer' && currentView(kit.store.getState().modal.stack).name === 'WalletSendStatus')
      return
    showSnackbar(kit, {
      variant: asked === undefined ? 'success' : 'error',
      message: { disconnected: wallet, asked },
    })
  })
  kit.events.emit({ type: 'DISCONNECT_SUCCESS', namespace: namespaces[0] ?? 'all' })
}

// The modal has closed with the account, or was not open. It shows the message when it opens next.
function tellNextToo(kit: Kit, tell: () => void): void {
  tell()
  const { isOpen } = kit.store.getState().modal
  if (!isOpen && kit.config.enableEmbedded !== true) kit.slots.set(untold, tell)
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
