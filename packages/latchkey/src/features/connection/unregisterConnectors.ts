import { type Kit, update } from '../Kit.js'
import { persistConnections } from './persistConnections.js'
import { publishConnectors, subscriptions } from './registerConnectors.js'
import { withoutConnection } from './sessions.js'

/** Takes ways to reach a wallet out of the kit; a connection through one of them ends. */
export function unregisterConnectors(kit: Kit, ids: readonly string[]): void {
  for (const id of ids) {
    const heard = kit.slots.get(subscriptions)
    heard?.get(id)?.()
    heard?.delete(id)
    kit.connectors.delete(id)
    if (kit.store.getState().connection.connections[id] === undefined) continue
    update(kit, 'connection', (connection) => withoutConnection(connection, id))
    persistConnections(kit, [id])
  }
  publishConnectors(kit)
}
