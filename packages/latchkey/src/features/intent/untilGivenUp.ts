import { defineSlot } from '../../core/slots.js'
import { KitError } from '../../protocol/errors.js'
import type { Kit } from '../Kit.js'

/** How to end each request for a signature that waits, by its intent's id. */
const waitingSlot = defineSlot<Map<string, (error: unknown) => void>>('intent.waiting')

/**
 * The answer to a request that moves nothing, unless the visitor gives it up first: a signature that comes after that is
 * dropped.
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

/** Ends what {@link untilGivenUp} waits for; nothing where nobody does. */
export function endWaiting(kit: Kit, id: string): void {
  kit.slots.get(waitingSlot)?.get(id)?.(new KitError('REQUEST_ABORTED'))
}
