import { defineSlot } from '../../core/slots.js'
import type { Kit } from '../Kit.js'

/** What nobody could see when it happened, because the modal was closed: it is told when the modal opens next. */
export const untold = defineSlot<() => void>('notify.untold')

/** Shows an error in the modal's snackbar, by code that is loaded with the first one: a page starts without it. */
export function tellError(kit: Kit, error: unknown): void {
  void import('./showSnackbar.js').then(({ showError }) => showError(kit, error))
}
