import { defineSlot } from '../../core/slots.js'
import type { Kit } from '../Kit.js'

/** Shows a message that came while the modal was closed; called when the modal opens next. */
export const untold = defineSlot<() => void>('notify.untold')

/** Shows an error in the modal's snackbar, with code that the first error loads, so that a page starts without it. */
export function tellError(kit: Kit, error: unknown): void {
  void import('./showSnackbar.js').then(({ showError }) => showError(kit, error))
}
