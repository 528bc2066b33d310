import { snackbarReshowDelay } from '../../protocol/earlyConstants.js'
import type { ErrorState } from '../connection/state.js'
import { type Kit, update } from '../Kit.js'
import { cancelTimer, hideSnackbar, timerKey } from './hideSnackbar.js'
import type { Snackbar, SnackbarMessage } from './state.js'
import { toErrorState } from './toErrorState.js'

/** How long a snackbar stays; a loading one stays until it is replaced. */
const lifetimes = { success: 2_500, error: 5_000, loading: undefined }

/**
 * Shows a status message in the modal, one at a time. Where one is open already, the new one appears 150 ms later, so
 * that a visitor sees that it changed (spec §2 "Feedback").
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

/** Shows an error of the kit in its catalogue's words; what is not one is shown as the fallback. */
export function showError(kit: Kit, error: unknown, fallback: ErrorState = { code: 'FRAME_ERROR' }): void {
  showSnackbar(kit, {
    variant: 'error',
    message: { error: toErrorState(error, fallback) },
  })
}

function setTimer(kit: Kit, callback: () => void, delay: number) {
  kit.live.set(timerKey, kit.clock.setTimeout(callback, delay))
}

function nextId(kit: Kit): number {
  const id = ((kit.live.get('notify.lastId') as number | undefined) ?? 0) + 1
  kit.live.set('notify.lastId', id)
  return id
}
