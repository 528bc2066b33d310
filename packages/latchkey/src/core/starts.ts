import type { Namespace } from '../protocol/caip.js'
import { defineSlot } from './slots.js'

/** How many times the kit was started and not stopped: it lives while there is one. */
export const starts = defineSlot<number>('kit.starts')

/** What ends the search for the wallets of each chain family. */
export const discoveries = defineSlot<Map<Namespace, () => void>>('kit.discoveries')
