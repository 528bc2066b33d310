import type { KitError } from '../protocol/errors.js'
import { defineSlot } from './slots.js'

/** Called for each call that a service refused; the kit alerts the developer if the configuration is at fault. */
export const refusals = defineSlot<(error: KitError) => void>('http.refusals')
