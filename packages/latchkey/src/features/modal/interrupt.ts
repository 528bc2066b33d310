import { type Kit, update } from '../Kit.js'
import { openModal } from './openModal.js'
import type { View } from './screens.js'

/** Shows what must be answered first, in place of what an open modal shows. What waits for an account waits on. */
export function interrupt(kit: Kit, view: View): void {
  const { isOpen, next } = kit.store.getState().modal
  openModal(kit, { view })
  if (isOpen) update(kit, 'modal', (modal) => ({ ...modal, next }))
}
