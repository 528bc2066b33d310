import type { KitError } from '../protocol/errors.js'
import { defineSlot } from './slots.js'

/** Hears of each call that a service refused: the kit tells the developer, where the configuration is at fault. */
export const refusals = defineSlot<(error: KitError) => void>('http.refusals')
