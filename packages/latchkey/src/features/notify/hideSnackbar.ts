import { type Kit, update } from '../Kit.js'

// Apart from showing one, which a page that has just been opened never does.

/** Where the cancellation of the snackbar's timer is kept in `kit.live`. */
export const timerKey = 'notify.snackbarTimer'

export function hideSnackbar(kit: Kit): void {
  cancelTimer(kit)
  update(kit, 'notify', (notify) => (notify.snackbar === null ? notify : { ...notify, snackbar: null }))
}

export function cancelTimer(kit: Kit) {
  const cancel = kit.live.get(timerKey) as (() => void) | undefined
  cancel?.()
  kit.live.delete(timerKey)
}
