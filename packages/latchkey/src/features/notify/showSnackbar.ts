import type { ErrorState } from '../../core/ErrorState.js'
import { defineSlot } from '../../core/slots.js'
import { snackbarReshowDelay } from '../../protocol/earlyConstants.js'
import { type Kit, update } from '../Kit.js'
import { cancelTimer, hideSnackbar, snackbarTimer } from './hideSnackbar.js'
import type { Snackbar, SnackbarMessage } from './state.js'
import { tellInternalError } from './tellInternalError.js'
import { toErrorState } from './toErrorState.js'

const lastId = defineSlot<number>('notify.lastId')

/** How long a snackbar stays, in milliseconds; a loading one stays until it is replaced. */
const lifetimes = { success: 2_500, error: 5_000, loading: undefined }

/**
 * Shows a status message in the modal, one at a time. If one is open already, the new one appears 150 ms later, so that
 * the visitor notices the change (spec §2 "Feedback").
 */
export function showSnackbar(
  kit: Kit,
  parameters: { variant: Snackbar['variant']; message: SnackbarMessage },
): void {
  cancelTimer(kit)
  const isOpen = kit.store.getState().notify.snackbar !== null
  if (!isOpen) return show()
  hideSnackbar(kit)
  setTimer(kit, show, snackbarReshowDelay)

  function show() {
    const id = nextId(kit)
    update(kit, 'notify', (notify) => ({ ...notify, snackbar: { id, ...parameters } }))
    const lifetime = lifetimes[parameters.variant]
    if (lifetime !== undefined) setTimer(kit, () => hideSnackbar(kit), lifetime)
  }
}

/** Shows an error of the kit in its catalogue's words, and any other error as the fallback. */
export function showError(kit: Kit, error: unknown, fallback: ErrorState = { code: 'FRAME_ERROR' }): void {
  tellInternalError(kit, error, { uncaught: false })
  showSnackbar(kit, {
    variant: 'error',
    message: { error: toErrorState(error, fallback) },
  })
}

function setTimer(kit: Kit, callback: () => void, delay: number) {
  kit.slots.set(snackbarTimer, kit.clock.setTimeout(callback, delay))
}

function nextId(kit: Kit): number {
  return kit.slots.set(lastId, (kit.slots.get(lastId) ?? 0) + 1)
}
