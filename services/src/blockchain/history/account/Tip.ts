import type { Entry } from '../Entry.js'
import type { Gap } from './gaps.js'

/** What an account did in the newest blocks, which are not stored. */
export type Tip = {
  readonly head: number
  readonly low: number
  /** The time of block `low`. */
  readonly lowTime: number
  readonly entries: readonly Entry[]
  readonly gaps: readonly Gap[]
}

/** What was known of the nodes when some work began: how many of them had turned out to be of another chain. */
export type Begun = { readonly lies: number }
