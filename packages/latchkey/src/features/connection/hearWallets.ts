import type { ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { defineSlot } from '../../core/slots.js'
import { type Kit, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { foldReport } from './foldReport.js'
import { hearLateAnswer } from './lateAnswers.js'
import { eventSlot } from './registerConnectors.js'
import { watchReturn } from './watchReturn.js'

/** Stops watching for the page's return. */
const returning = defineSlot<() => void>('connection.returning')

/** Subscribes the kit to its wallets' events. Call it before asking a wallet: a page starts without this code. */
export function hearWallets(kit: Kit): void {
  kit.slots.set(eventSlot, foldEvent)
  if (kit.slots.get(returning) !== undefined) return
  const stop = watchReturn(kit)
  kit.slots.set(returning, stop)
  kit.slots.onStop(() => kit.slots.take(returning)?.())
}

/** Updates the state with a connector's event. */
function foldEvent(kit: Kit, info: ConnectorInfo, event: ConnectorEvent): void {
  switch (event.type) {
    case 'session':
    case 'disconnect':
      return foldReport(kit, info, event)
    case 'pairing':
      return update(kit, 'connection', (connection) => ({
        ...connection,
        pairing: {
          status: 'ready',
          uri: event.uri,
          expiresAt: event.expiresAt,
          ...(connection.pairing?.isRenewed && { isRenewed: true }),
        },
      }))
    case 'answer':
      return hearLateAnswer(kit, info, event)
    case 'transport':
      return update(kit, 'connection', (connection) => {
        const trouble = event.error === undefined ? undefined : toErrorState(event.error)
        if (trouble === undefined && !connection.pairing?.trouble && !connection.trouble?.[info.id])
          return connection
        const pairing = connection.pairing && { ...connection.pairing, trouble }
        const { [info.id]: _, ...others } = connection.trouble ?? {}
        return { ...connection, pairing, trouble: trouble ? { ...others, [info.id]: trouble } : others }
      })
  }
}
