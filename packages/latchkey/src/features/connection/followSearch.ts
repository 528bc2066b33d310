import type { Connector } from '../../core/connector.js'
import type { Kit } from '../Kit.js'
import { registerConnectors } from './registerConnectors.js'

/**
 * Takes in what one search for wallets finds: each call brings all that it has found so far. Wallets that the search
 * dropped, because too many were announced, leave the kit too, unless they are connected.
 */
export function followSearch(kit: Kit): (found: readonly Connector[]) => void {
  let known = new Map<string, Connector>()
  return (found) => {
    const { connections, attempt } = kit.store.getState().connection
    const now = new Map(found.map((connector) => [connector.info.id, connector]))
    const gone: string[] = []
    for (const [id, connector] of known) {
      if (now.has(id)) continue
      // A connector of the host with the same id stays.
      const isOurs = kit.connectors.get(id)?.subscribe === connector.subscribe
      const isUsed = connections[id] !== undefined || attempt?.connectorId === id
      if (isUsed) now.set(id, connector)
      else if (isOurs) gone.push(id)
    }
    known = now
    registerConnectors(kit, found)
    if (gone.length === 0) return
    void import('./unregisterConnectors.js').then(({ unregisterConnectors }) =>
      // The search may have found some of them again meanwhile.
      unregisterConnectors(
        kit,
        gone.filter((id) => !known.has(id)),
      ),
    )
  }
}
