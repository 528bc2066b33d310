import type { Kit } from '../Kit.js'

/** Shows an error in the modal's snackbar, by code that is loaded with the first one: a page starts without it. */
export function tellError(kit: Kit, error: unknown): void {
  void import('./showSnackbar.js').then(({ showError }) => showError(kit, error))
}
