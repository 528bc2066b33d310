import { isSameJson } from '../core/json.js'
import type { Slot } from '../core/slots.js'
import { watch } from '../core/store.js'
import type { Kit, State } from './Kit.js'

/** Holds the newest call of one kind of work. */
export type LatestSlot = Slot<AbortController>

/**
 * Begins work of one kind and ends the one before. The returned signal aborts when newer work begins, at
 * {@link endLatest}, or as soon as the value of `about` changes. Work may write its result only while not aborted.
 *
 * @param about The subject of the work, as JSON: the account, the chain, the token, the amount.
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
