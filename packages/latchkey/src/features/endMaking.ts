import { defineSlot } from '../core/slots.js'
import type { Kit } from './Kit.js'
import { endLatest } from './latest.js'

/** The review that is being made, which takes some seconds. In a file of its own, because the screens end it, and the send feature itself uses them. */
export const makingSlot = defineSlot<AbortController>('send.make')

/** Stops making a review, because the visitor has left the form: it would show over another screen. */
export function endMaking(kit: Kit): void {
  endLatest(kit, makingSlot)
}
