import { type Kit, update } from '../Kit.js'
import { farewellsOf } from './farewells.js'
import { persistConnections } from './persistConnections.js'
import { withoutConnection } from './sessions.js'
import { isConnected } from './state.js'

/** Takes ended connections out of the state and the storage, and lets each feature forget what it knows of accounts. */
export function forgetConnections(kit: Kit, connectorIds: readonly string[]): void {
  for (const id of connectorIds) update(kit, 'connection', (state) => withoutConnection(state, id))
  persistConnections(kit, connectorIds)
  const isLast = !isConnected(kit.store.getState().connection)
  for (const { forget } of farewellsOf(kit)) forget?.(kit, { isLast, connectorIds })
}
