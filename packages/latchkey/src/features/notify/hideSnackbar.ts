import { defineSlot } from '../../core/slots.js'
import { type Kit, update } from '../Kit.js'

// In a file apart from `showSnackbar.ts`, which a page does not need when it has just been opened.

/** Cancels the snackbar's timer. */
export const snackbarTimer = defineSlot<() => void>('notify.snackbarTimer')

export function hideSnackbar(kit: Kit): void {
  cancelTimer(kit)
  update(kit, 'notify', (notify) => (notify.snackbar === null ? notify : { ...notify, snackbar: null }))
}

export function cancelTimer(kit: Kit) {
  kit.slots.take(snackbarTimer)?.()
}
