import { currentView } from '../../core/router.js'
import type { Kit } from '../Kit.js'
import { isModalShown } from './isModalShown.js'
import { screenOf } from './screenOf.js'

/** Whether the visitor is at a transfer's review (`Screen.isReview`). */
export function isAtReview(kit: Kit): boolean {
  const view = currentView(kit.store.getState().modal.stack)
  return isModalShown(kit) && screenOf(kit, view)?.isReview === true
}
