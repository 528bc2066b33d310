import type { Farewell } from '../connection/farewells.js'
import { dropTracked } from './asked.js'
import { endWaiting } from './untilGivenUp.js'

/** A connection ends: what its wallet was asked to sign is waited for no longer. A signature that comes later is not used. */
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
