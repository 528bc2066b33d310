import { currentView } from '../../core/router.js'
import { isModalShown } from '../isModalShown.js'
import type { Kit } from '../Kit.js'
import { pushView, replaceView } from '../modal/navigate.js'
import type { View } from '../modal/screens.js'

/** Shows a screen of a login or a change in the modal, if the visitor uses that: a host may have screens of its own. */
export function goTo(kit: Kit, view: View, { replaces }: { readonly replaces?: View['name'] } = {}): void {
  if (!isModalShown(kit)) return
  const { name } = currentView(kit.store.getState().modal.stack)
  if (name === replaces) replaceView(kit, view)
  else pushView(kit, view)
}
