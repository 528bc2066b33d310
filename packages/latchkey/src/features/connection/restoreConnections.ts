import type { Connector } from '../../core/connector.js'
import { watch } from '../../core/store.js'
import { type Namespace, namespaces } from '../../protocol/caip.js'
import { connectionsItem, type StoredConnection } from '../../protocol/storageItems.js'
import { type Kit, update } from '../Kit.js'
import { watchConnection } from '../modal/watchConnection.js'
import { adoptSession, offeredNetworks } from './connect.js'
import { ownPart, withoutConnection } from './sessions.js'
import { isConnected, sessionOf, withStatus } from './state.js'

/** How long a page waits for a stored wallet before it shows the visitor as disconnected. */
const patience = 5_000

/**
 * Takes up the connections of an earlier page life, as each stored wallet is found in the page; without asking the
 * visitor, and without a request if nothing is stored. Follows other tabs: what is disconnected there ends here too.
 * Returns how to stop.
 */
export function restoreConnections(kit: Kit): () => void {
  const tried = new Set<string>()
  const missing = () => {
    const stored = storedIds(kit)
    const affected = namespaces.filter((namespace) => stored.has(namespace))
    update(kit, 'connection', (state) =>
      withStatus(
        state,
        affected.filter((namespace) => sessionOf(state, namespace) === undefined),
        'disconnected',
      ),
    )
    // From here on the page knows better than its server did.
    update(kit, 'connection', ({ known, ...state }) => state)
  }

  function tryAll() {
    for (const [namespace, { connectorId, fingerprint }] of storedIds(kit)) {
      const connector = kit.connectors.get(connectorId)
      const isTaken = sessionOf(kit.store.getState().connection, namespace) !== undefined
      if (connector === undefined || isTaken || tried.has(connectorId)) continue
      tried.add(connectorId)
      // A wallet that only claims the id of the one the visitor chose is not talked to.
      if (fingerprint !== undefined && connector.info.fingerprint !== fingerprint) continue
      void restore(kit, connector)
    }
  }

  function followOtherTabs() {
    const stored = storedIds(kit)
    const { connections } = kit.store.getState().connection
    const kept = new Set([...stored.values()].map(({ connectorId }) => connectorId))
    for (const id of Object.keys(connections)) {
      if (!kept.has(id)) update(kit, 'connection', (state) => withoutConnection(state, id))
    }
    for (const id of kept) tried.delete(id)
    tryAll()
  }

  // A page that a server rendered, or a cache kept, may remember accounts that this browser does not.
  const stored = storedIds(kit)
  const { known = {} } = kit.store.getState().connection
  const gone = namespaces.filter((name) => known[name] !== undefined && !stored.has(name))
  update(kit, 'connection', (state) => withStatus(state, gone, 'disconnected'))

  const cancelPatience = kit.clock.setTimeout(missing, patience)
  const stopFollowing = kit.storage.subscribe(connectionsItem, followOtherTabs)
  const stopWatching = watch(kit.store, (state) => state.connection.connectors, tryAll)
  // A kit that is started again while connected goes on where it was.
  if (isConnected(kit.store.getState().connection)) watchConnection(kit)
  followOtherTabs()
  return () => {
    cancelPatience()
    stopFollowing()
    stopWatching()
  }
}

async function restore(kit: Kit, connector: Connector): Promise<void> {
  const { signal } = new AbortController()
  const session = await connector.restore({ networks: offeredNetworks(kit), signal }).catch(() => undefined)
  const { connection } = kit.store.getState()
  const { id } = connector.info
  const stored = storedIds(kit)
  const theirs = Object.fromEntries([...stored].map(([name, { connectorId }]) => [name, connectorId]))
  const own = session && ownPart({ ...theirs, ...connection.current }, id, session)
  const free = connector.info.namespaces.filter((namespace) => sessionOf(connection, namespace) === undefined)
  // Meanwhile the visitor may have connected another wallet, or disconnected in another tab.
  const isWanted = [...stored.values()].some(({ connectorId }) => connectorId === id)
  const isEmpty = own === undefined || Object.keys(own.namespaces).length === 0
  if (isEmpty || free.length === 0 || !isWanted) {
    update(kit, 'connection', (state) => withStatus(state, free, 'disconnected'))
    return
  }
  const chosen = [...stored].flatMap(([name, entry]) =>
    entry.connectorId === id && entry.chosen ? [[name, entry.chosen] as const] : [],
  )
  update(kit, 'connection', (state) => ({
    ...state,
    chosen: { ...state.chosen, ...Object.fromEntries(chosen) },
  }))
  const { name } = adoptSession(kit, connector, own).wallet ?? connector.info
  kit.events.emit({ type: 'CONNECT_SUCCESS', method: 'browser', name, reconnect: true })
}

function storedIds(kit: Kit): ReadonlyMap<Namespace, StoredConnection> {
  const stored = kit.storage.read(connectionsItem) ?? {}
  return new Map(
    namespaces.flatMap((namespace) => {
      const entry = stored[namespace]
      return entry === undefined ? [] : [[namespace, entry] as const]
    }),
  )
}
