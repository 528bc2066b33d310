import { connectedMeanwhile } from '../../core/connector.js'
import type { Deferred } from '../../core/deferred.js'
import { defineSlot } from '../../core/slots.js'
import type { Namespace } from '../../protocol/caip.js'
import type { Wallet } from '../../protocol/entities/Wallet.js'
import { KitError } from '../../protocol/errors.js'
import { type Kit, update } from '../Kit.js'
import { withFreeStatus } from './sessions.js'
import type { Connection } from './state.js'

/** The links under way: the one that shows, and older ones that a wallet may still answer. */
export type PairingRounds = {
  current: AbortController | undefined
  readonly open: Set<AbortController>
  /** The chain families that the links are for, if not for all. */
  families?: readonly Namespace[] | undefined
  /** The wallet that the visitor chose last, if any. */
  wallet?: Wallet | undefined
  /** What callers wait for: the first wallet to answer any of the links. */
  outcome: Deferred<Connection> | undefined
}

const roundsSlot = defineSlot<PairingRounds>('connection.pairingRounds')
/** What cancels the next renewal. */
export const renewal = defineSlot<() => void>('connection.pairingRenewal')

export function roundsOf(kit: Kit): PairingRounds {
  return kit.slots.ensure(roundsSlot, () => ({ current: undefined, open: new Set(), outcome: undefined }))
}

/**
 * Stops renewing the link, and says that nothing is connecting. The present link stays good until it expires: its
 * wallet may be about to answer.
 */
export function closePairing(kit: Kit): void {
  const cancelRenewal = kit.slots.take(renewal)
  if (cancelRenewal === undefined) return
  cancelRenewal()
  update(kit, 'connection', (state) =>
    state.attempt?.status === 'pending'
      ? state
      : withFreeStatus(state, Object.keys(state.status), 'disconnected'),
  )
}

/** Drops the link, so that the next `openPairing` makes a new one: after a wallet declined it, say. */
export function resetPairing(kit: Kit): void {
  dropLinks(kit)
}

/**
 * Drops the links because a wallet has connected. If another wallet has just answered one of them, the newest session
 * stays: all tabs already use it.
 */
export function finishPairing(kit: Kit): void {
  dropLinks(kit, connectedMeanwhile)
}

function dropLinks(kit: Kit, cause?: typeof connectedMeanwhile): void {
  closePairing(kit)
  const { open, outcome } = roundsOf(kit)
  kit.slots.take(roundsSlot)
  for (const controller of open) controller.abort(new KitError('REQUEST_ABORTED', { cause }))
  outcome?.reject(new KitError('REQUEST_ABORTED'))
  update(kit, 'connection', (state) => (state.pairing === null ? state : { ...state, pairing: null }))
}
