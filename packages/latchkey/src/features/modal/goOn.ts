import { resetRoutes } from '../../core/resetRoutes.js'
import { type Kit, update } from '../Kit.js'
import { closeModal } from './closeModal.js'
import { isScreenOffered } from './isScreenOffered.js'
import { screenFacts } from './screenFacts.js'
import { screenOf } from './screenOf.js'

/**
 * Continues after a screen that had to come first: shows the screen that waited for an account. Closes the modal if no
 * screen waited, or if the account cannot do what the screen is for.
 */
export function goOn(kit: Kit): void {
  const { next } = kit.store.getState().modal
  const isUseful =
    next !== undefined &&
    isScreenOffered(kit, next) &&
    screenOf(kit, next)?.isDue?.(screenFacts(kit), kit) !== false
  if (!isUseful) return closeModal(kit)
  update(kit, 'modal', (modal) => ({ ...modal, isShaking: false, stack: resetRoutes(next), next: undefined }))
}
