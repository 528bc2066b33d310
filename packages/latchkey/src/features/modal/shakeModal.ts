import { shakeDuration } from '../../protocol/earlyConstants.js'
import { type Kit, update } from '../Kit.js'

/** Shakes the modal for 500 ms, to show that the visitor's action is not possible now. */
export function shakeModal(kit: Kit): void {
  if (kit.store.getState().modal.isShaking) return
  update(kit, 'modal', (modal) => ({ ...modal, isShaking: true }))
  kit.clock.setTimeout(() => update(kit, 'modal', (modal) => ({ ...modal, isShaking: false })), shakeDuration)
}
