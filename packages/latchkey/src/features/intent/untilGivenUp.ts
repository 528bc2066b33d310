import { defineSlot } from '../../core/slots.js'
import { KitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'

/** How to end each request for a signature that waits, by its intent's id. */
const waitingSlot = defineSlot<Map<string, (error: unknown) => void>>('intent.waiting')

/**
 * Returns the answer to a request for a signature, unless the visitor gives it up first: a signature that arrives later
 * is dropped.
 *
 * @throws `REQUEST_ABORTED`: it was given up.
 */
export function untilGivenUp<answer>(kit: Kit, id: string, answer: Promise<answer>): Promise<answer> {
  const waiting = kit.slots.ensure(waitingSlot, () => new Map())
  return new Promise((resolve, reject) => {
    waiting.set(id, reject)
    answer.then(resolve, reject).finally(() => waiting.delete(id))
  })
}

/** Ends the wait in {@link untilGivenUp}, if there is one. */
export function endWaiting(kit: Kit, id: string): void {
  kit.slots.get(waitingSlot)?.get(id)?.(new KitError('REQUEST_ABORTED'))
}
