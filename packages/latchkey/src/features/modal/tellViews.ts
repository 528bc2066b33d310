import { currentView } from '../../core/router.js'
import { watch } from '../../core/store.js'
import type { Kit, State } from '../Kit.js'
import { screenOf } from './screenOf.js'

/** Emits an event when a visitor goes to a screen that has one. Returns a function that stops this. */
export function tellViews(kit: Kit): () => void {
  return watch(kit.store, stackOf, (stack, before) => {
    if (stack === undefined || (before !== undefined && isWayBack(stack, before))) return
    const view = currentView(stack)
    if (before !== undefined && view.name === currentView(before).name) return
    const tells = screenOf(kit, view)?.tells
    if (tells === undefined || (before === undefined && tells.isOnOpening !== true)) return
    const { type } = tells
    const { activeId: network } = kit.store.getState().network
    if (type === 'OPEN_SEND') kit.events.emit({ type, network })
    else kit.events.emit({ type })
  })
}

function stackOf({ modal }: State): State['modal']['stack'] | undefined {
  return modal.isOpen ? modal.stack : undefined
}

function isWayBack(stack: State['modal']['stack'], before: State['modal']['stack']): boolean {
  return stack.length < before.length && stack.every((view, index) => view === before[index])
}
