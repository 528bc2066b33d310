import { defineSlot } from '../../core/slots.js'
import { type Kit, update } from '../Kit.js'

// Apart from showing one, which a page that has just been opened never does.

/** What cancels the snackbar's timer. */
export const snackbarTimer = defineSlot<() => void>('notify.snackbarTimer')

export function hideSnackbar(kit: Kit): void {
  cancelTimer(kit)
  update(kit, 'notify', (notify) => (notify.snackbar === null ? notify : { ...notify, snackbar: null }))
}

export function cancelTimer(kit: Kit) {
  kit.slots.take(snackbarTimer)?.()
}
