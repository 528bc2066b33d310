import { isModalShown } from '../isModalShown.js'
import type { Kit } from '../Kit.js'
import { viewBelowSurface } from './belowSurface.js'
import { screenOf } from './screenOf.js'

/** Whether the visitor is at a transfer's review (`Screen.isReview`), or approves it on the wallet's own surface over it. */
export function isAtReview(kit: Kit): boolean {
  return isModalShown(kit) && screenOf(kit, viewBelowSurface(kit))?.isReview === true
}
