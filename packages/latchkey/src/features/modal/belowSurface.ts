import { currentView } from '../../core/router.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, update } from '../Kit.js'
import { pushView } from './navigate.js'
import { screenOf } from './screenOf.js'
import type { View } from './screens.js'

const isSurface = (kit: Kit, view: View) => screenOf(kit, view)?.hasSurface === true

/** The view that shows; while the wallet's own surface lies over the modal, the one below it. */
export function viewBelowSurface(kit: Kit): View {
  const { stack } = kit.store.getState().modal
  return [...stack].reverse().find((view) => !isSurface(kit, view)) ?? currentView(stack)
}

/** Changes the history below the wallet's own surface, which stays on top for as long as the wallet asks. */
export function belowSurface(kit: Kit, work: () => void): void {
  const { stack } = kit.store.getState().modal
  const over = stack.filter((view) => isSurface(kit, view))
  const [first, ...rest] = stack.filter((view) => !isSurface(kit, view))
  if (over.length === 0 || first === undefined) return work()
  update(kit, 'modal', (modal) => ({ ...modal, stack: [first, ...rest] }))
  work()
  if (isModalShown(kit)) for (const view of over) pushView(kit, view)
}
