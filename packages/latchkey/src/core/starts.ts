import type { Namespace } from '../protocol/caip.js'
import { defineSlot } from './slots.js'

/** How many starts of the kit have not been stopped yet. It runs while there is one. */
export const starts = defineSlot<number>('kit.starts')

/** By chain family, the function that ends its search for wallets. */
export const discoveries = defineSlot<Map<Namespace, () => void>>('kit.discoveries')
