import { resetRoutes } from '../../core/resetRoutes.js'
import { type Kit, update } from '../Kit.js'
import { closeModal } from './closeModal.js'
import { isScreenOffered } from './isScreenOffered.js'
import { screenFacts } from './screenFacts.js'
import { screens } from './screens.js'

/**
 * Ends what had to come first: shows the screen that was asked for before there was an account, or closes the modal where
 * none was, or where the account that came cannot do it.
 */
export function goOn(kit: Kit): void {
  const { next } = kit.store.getState().modal
  const isUseful =
    next !== undefined && isScreenOffered(kit, next) && screens[next.name].isDue?.(screenFacts(kit)) !== false
  if (!isUseful) return closeModal(kit)
  update(kit, 'modal', (modal) => ({ ...modal, isShaking: false, stack: resetRoutes(next), next: undefined }))
}
