import type { Connector, ConnectorEvent } from '../../core/connector.js'
import { type Kit, update } from '../Kit.js'
import { tellError } from '../notify/tellError.js'
import { toErrorState } from '../notify/toErrorState.js'
import { persistConnections } from './persistConnections.js'
import { withoutConnection, withReport } from './state.js'

/**
 * Makes ways to reach a wallet known to the kit, and folds into the state what they report from then on. Where two have
 * one id, the first stays; one that comes again with more to say of itself is taken at its word.
 */
export function registerConnectors(kit: Kit, connectors: readonly Connector[]): void {
  for (const connector of connectors) {
    const { id } = connector.info
    const known = kit.connectors.get(id)
    if (known !== undefined) {
      if (isSameWallet(known, connector)) kit.connectors.set(id, { ...known, info: connector.info })
      continue
    }
    kit.connectors.set(id, connector)
    const unsubscribe = connector.subscribe((event) => foldEvent(kit, connector, event))
    kit.live.set(`connector.${id}`, unsubscribe)
  }
  publishConnectors(kit)
}

/** Takes ways to reach a wallet out of the kit; a connection through one of them ends. */
export function unregisterConnectors(kit: Kit, ids: readonly string[]): void {
  for (const id of ids) {
    const unsubscribe = kit.live.get(`connector.${id}`) as (() => void) | undefined
    unsubscribe?.()
    kit.live.delete(`connector.${id}`)
    kit.connectors.delete(id)
    if (kit.store.getState().connection.connections[id] === undefined) continue
    update(kit, 'connection', (connection) => withoutConnection(connection, id))
    persistConnections(kit, [id])
  }
  publishConnectors(kit)
}

/** Shows the state what each connector now says of itself: a later announcement can make an earlier one ambiguous. */
export function publishConnectors(kit: Kit): void {
  const images = kit.config.connectorImages
  const connectors = [...kit.connectors.values()].map(({ info }) => {
    const image = images?.[info.id] ?? (info.rdns === undefined ? undefined : images?.[info.rdns])
    return image === undefined ? info : { ...info, imageUrl: image }
  })
  update(kit, 'connection', (connection) => ({ ...connection, connectors }))
}

// A search that was started again finds the wallets of the one before, and may have more to say of them.
function isSameWallet(known: Connector, { subscribe, info }: Connector): boolean {
  if (known.subscribe === subscribe) return true
  return info.fingerprint !== undefined && info.fingerprint === known.info.fingerprint
}

function foldEvent(kit: Kit, { info }: Connector, event: ConnectorEvent): void {
  const isCurrent = kit.store.getState().connection.connections[info.id] !== undefined
  switch (event.type) {
    case 'session':
      // A wallet that nobody connected to may say what it likes: it changes nothing.
      if (!isCurrent) return
      update(kit, 'connection', (connection) => withReport(connection, info.id, event.session))
      return persistConnections(kit, [info.id])
    case 'disconnect':
      if (!isCurrent) return
      update(kit, 'connection', (connection) => withoutConnection(connection, info.id))
      persistConnections(kit, [info.id])
      if (event.error !== undefined) tellError(kit, event.error)
      return kit.events.emit({ type: 'DISCONNECT_SUCCESS', namespace: info.namespaces[0] ?? 'all' })
    case 'pairing':
      return update(kit, 'connection', (connection) => ({
        ...connection,
        pairing: { status: 'ready', uri: event.uri, expiresAt: event.expiresAt },
      }))
    case 'transport':
      return update(kit, 'connection', (connection) => {
        if (connection.pairing === null) return connection
        const trouble = event.error === undefined ? undefined : toErrorState(event.error)
        return { ...connection, pairing: { ...connection.pairing, trouble } }
      })
  }
}
