import type { ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { type Kit, update } from '../Kit.js'
import { tellError } from '../notify/tellError.js'
import { persistConnections } from './persistConnections.js'
import { withoutConnection, withReport } from './sessions.js'

/** What a connected wallet may report of its connection. */
export type Report = Extract<ConnectorEvent, { readonly type: 'session' | 'disconnect' }>

/** Folds into the state what a wallet reports of its connection. One that nobody connected to may say what it likes. */
export function foldReport(kit: Kit, { id, namespaces }: ConnectorInfo, report: Report): void {
  if (kit.store.getState().connection.connections[id] === undefined) return
  if (report.type === 'session') {
    update(kit, 'connection', (connection) => withReport(connection, id, report.session))
    return persistConnections(kit, [id])
  }
  update(kit, 'connection', (connection) => withoutConnection(connection, id))
  persistConnections(kit, [id])
  if (report.error !== undefined) tellError(kit, report.error)
  kit.events.emit({ type: 'DISCONNECT_SUCCESS', namespace: namespaces[0] ?? 'all' })
}
