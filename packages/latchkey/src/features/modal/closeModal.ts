import { resetRoutes } from '../../core/resetRoutes.js'
import { defineSlot } from '../../core/slots.js'
import { accountOf } from '../account/state.js'
import { isConnected } from '../connection/state.js'
import { type Kit, update } from '../Kit.js'
import { hideSnackbar } from '../notify/hideSnackbar.js'
import { hideTooltip } from '../notify/hideTooltip.js'

/**
 * Returns whether the modal may be closed now, and shakes it if not. `keepScreenRules` sets it; a page loads that
 * together with the screens that it guards.
 */
export const screenGuard = defineSlot<() => boolean>('modal.guard')

/**
 * Closes the modal, or shakes it if one of its screens must be answered first (`Screen.canClose`). An embedded modal
 * goes to the account when connected, else to the ways to connect (spec §2).
 */
export function closeModal(kit: Kit): void {
  const state = kit.store.getState()
  const isEmbedded = kit.config.enableEmbedded === true
  if (!state.modal.isOpen && !isEmbedded) return
  if (kit.slots.get(screenGuard)?.() === false) return
  hideSnackbar(kit)
  hideTooltip(kit)
  if (isEmbedded) {
    const name = accountOf(state) === undefined ? 'Connect' : 'Account'
    return update(kit, 'modal', (modal) => ({
      ...modal,
      stack: resetRoutes({ name }),
      next: undefined,
      transactions: [],
    }))
  }
  update(kit, 'modal', (modal) => ({
    ...modal,
    isOpen: false,
    isLoading: false,
    isShaking: false,
    next: undefined,
    transactions: [],
  }))
  kit.events.emit({ type: 'MODAL_CLOSE', connected: isConnected(state.connection) })
}
