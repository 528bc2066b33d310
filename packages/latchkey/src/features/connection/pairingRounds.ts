import type { Deferred } from '../../core/deferred.js'
import { KitError } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'
import type { Connection } from './state.js'

/** The links under way: the one that shows, and older ones that a wallet may still answer. */
export type PairingRounds = {
  current: AbortController | undefined
  readonly open: Set<AbortController>
  /** What callers wait for: the first wallet to answer any of the links. */
  outcome: Deferred<Connection> | undefined
}

const roundsKey = 'connection.pairingRounds'
/** Where what cancels the next renewal is kept. */
export const renewalKey = 'connection.pairingRenewal'

export function roundsOf(kit: Kit): PairingRounds {
  const known = kit.live.get(roundsKey) as PairingRounds | undefined
  const rounds: PairingRounds = known ?? { current: undefined, open: new Set(), outcome: undefined }
  kit.live.set(roundsKey, rounds)
  return rounds
}

/** Stops renewing the link. The present one stays good until it expires: its wallet may be about to answer. */
export function closePairing(kit: Kit): void {
  const cancel = kit.live.get(renewalKey) as (() => void) | undefined
  cancel?.()
  kit.live.delete(renewalKey)
}

/** Drops the link, so that the next `openPairing` makes a new one: after a wallet declined it, say. */
export function resetPairing(kit: Kit): void {
  closePairing(kit)
  const { open, outcome } = roundsOf(kit)
  kit.live.delete(roundsKey)
  for (const controller of open) controller.abort(new KitError('REQUEST_ABORTED'))
  outcome?.reject(new KitError('REQUEST_ABORTED'))
  update(kit, 'connection', (state) => (state.pairing === null ? state : { ...state, pairing: null }))
}
