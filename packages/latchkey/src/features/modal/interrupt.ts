import { isModalShown } from '../isModalShown.js'
import { type Kit, update } from '../Kit.js'
import { openModal } from './openModal.js'
import type { View } from './screens.js'

/**
 * Replaces the screen of an open modal with one that must be answered first. A screen that waits for an account keeps
 * waiting.
 */
export function interrupt(kit: Kit, view: View): void {
  const { next } = kit.store.getState().modal
  const wasShown = isModalShown(kit)
  openModal(kit, { view })
  if (wasShown) update(kit, 'modal', (modal) => ({ ...modal, next }))
}
