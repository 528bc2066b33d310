import type { Connector, ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { defineSlot } from '../../core/slots.js'
import { type Kit, update } from '../Kit.js'
import type { AttachedConnector } from './AttachedConnector.js'

/** The listener for the wallets' events. It is set with the first request to a wallet (`hearWallets`). */
export const eventSlot =
  defineSlot<(kit: Kit, info: ConnectorInfo, event: ConnectorEvent) => void>('connection.event')
/** The functions that stop listening to each connector, by its id. */
export const subscriptions = defineSlot<Map<string, () => void>>('connection.subscriptions')

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
    const own: Connector & Partial<AttachedConnector> = connector
    own.attach?.(kit)
    const unsubscribe = connector.subscribe((event) => kit.slots.get(eventSlot)?.(kit, connector.info, event))
    kit.slots.ensure(subscriptions, () => new Map()).set(id, unsubscribe)
  }
  publishConnectors(kit)
}

/** Updates the connectors in the state: a later announcement can make an earlier one ambiguous. */
export function publishConnectors(kit: Kit): void {
  const images = kit.store.getState().options.connectorImages
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
