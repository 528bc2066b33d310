import type { Farewell } from '../connection/farewells.js'
import { dropTracked } from './asked.js'
import { endWaiting } from './untilGivenUp.js'

/** Stops waiting for signatures from a wallet whose connection ends. A signature that arrives later is not used. */
export const endSignatures: Farewell = {
  forget(kit, { connectorIds }) {
    for (const tracked of kit.store.getState().intent?.open ?? []) {
      const { id, kind, connectorId } = tracked.intent
      if ((kind !== 'message' && kind !== 'signIn') || !connectorIds.includes(connectorId)) continue
      dropTracked(kit, tracked)
      endWaiting(kit, id)
    }
  },
}
