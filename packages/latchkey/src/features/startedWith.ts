import { defineSlot } from '../core/slots.js'
import type { KitEvent } from '../protocol/events.js'
import type { State } from './Kit.js'

/** The state that the kit started with: what is loaded later tells by it what it has missed. */
export const startedWith = defineSlot<State>('kit.startedWith')

/** What happened until what counts it was loaded, and how to end keeping it; only where the host counts. */
export const earlyEvents = defineSlot<{ readonly events: KitEvent[]; readonly stop: () => void }>(
  'kit.earlyEvents',
)
