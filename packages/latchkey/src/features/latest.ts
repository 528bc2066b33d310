import { isSameJson } from '../core/json.js'
import type { Slot } from '../core/slots.js'
import { watch } from '../core/store.js'
import type { Kit, State } from './Kit.js'

/** Where the newest of a kind of work is kept. */
export type LatestSlot = Slot<AbortController>

/**
 * Begins the newest of a kind of work, and ends the one before: its signal aborts when a newer one begins, at
 * {@link endLatest}, or as soon as what it is about is no longer so. Only who is not aborted may write what was found.
 *
 * @param about What the work is about, as JSON: the account, the chain, the token, the amount.
 */
export function latest(kit: Kit, slot: LatestSlot, about?: (state: State) => unknown): AbortSignal {
  endLatest(kit, slot)
  const controller = kit.slots.set(slot, new AbortController())
  const { signal } = controller
  if (about !== undefined) {
    const stopWatching = watch(kit.store, about, () => controller.abort(), isSameJson)
    signal.addEventListener('abort', stopWatching)
  }
  return signal
}

/** Ends the work that is under way, if there is any. */
export function endLatest(kit: Kit, slot: LatestSlot): void {
  kit.slots.take(slot)?.abort()
}
