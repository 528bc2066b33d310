import { defineSlot } from '../core/slots.js'
import type { KitEvent } from '../protocol/events.js'
import type { State } from './Kit.js'

/** The state that the kit started with; code that loads later compares with it to find what it missed. */
export const startedWith = defineSlot<State>('kit.startedWith')

/** The events before the analytics code has loaded, and how to stop keeping them; only if the host has analytics. */
export const earlyEvents = defineSlot<{ readonly events: KitEvent[]; readonly stop: () => void }>(
  'kit.earlyEvents',
)
