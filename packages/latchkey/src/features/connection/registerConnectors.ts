import type { Connector, ConnectorEvent } from '../../core/connector.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import type { foldReport } from './foldReport.js'

/** Where {@link foldReport} is from the first connection on: before it, no wallet is heard, and its code is not needed. */
export const reportKey = 'connection.report'

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
  switch (event.type) {
    case 'session':
    case 'disconnect':
      return (kit.live.get(reportKey) as typeof foldReport | undefined)?.(kit, info, event)
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
