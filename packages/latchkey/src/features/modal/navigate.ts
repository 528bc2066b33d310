import { resetRoutes } from '../../core/resetRoutes.js'
import { pop, push, replace } from '../../core/router.js'
import { type Outcome, settle, type Transaction } from '../../core/transactions.js'
import { type Kit, update } from '../Kit.js'
import { hideTooltip } from '../notify/hideTooltip.js'
import { closeModal } from './closeModal.js'
import type { View } from './screens.js'
import type { ModalState } from './state.js'

/** Shows a view, with the present one behind it. */
export function pushView(kit: Kit, view: View): void {
  setStack(kit, (stack) => push(stack, view))
}

/** Shows a view in place of the present one. */
export function replaceView(kit: Kit, view: View): void {
  setStack(kit, (stack) => replace(stack, view))
}

/** Shows a view with nothing behind it. */
export function resetView(kit: Kit, view: View): void {
  setStack(kit, () => resetRoutes(view))
}

/** Goes one view back, or closes the modal if there is none (spec §2 "Navigation rules"). */
export function goBack(kit: Kit): void {
  const stack = pop(kit.store.getState().modal.stack)
  if (stack === null) return closeModal(kit)
  setStack(kit, () => stack)
}

/** Begins a flow that ends by {@link settleTransaction}. */
export function beginTransaction(kit: Kit, transaction: Transaction<View>): void {
  update(kit, 'modal', (modal) => ({ ...modal, transactions: [...modal.transactions, transaction] }))
}

/** Ends the newest flow and goes to the view that it named; closes the modal if no flow is open (spec §4 "Modal"). */
export function settleTransaction(kit: Kit, result: 'success' | 'error' | 'cancel'): void {
  const settled = settle(kit.store.getState().modal.transactions, result)
  if (settled === undefined) return closeModal(kit)
  update(kit, 'modal', (modal) => ({ ...modal, transactions: settled.stack }))
  follow(kit, settled.outcome)
}

function follow(kit: Kit, outcome: Outcome<View>): void {
  if (outcome.type === 'close') return closeModal(kit)
  if (outcome.type === 'back') return goBack(kit)
  if (outcome.type === 'replace') return replaceView(kit, outcome.view)
  setStack(kit, (stack) => returnTo(stack, outcome.view))
}

// Goes back along the history to the view, or starts a new history with it if it is no longer there.
function returnTo(stack: ModalState['stack'], view: View): ModalState['stack'] {
  const index = stack.map((entry) => entry.name).lastIndexOf(view.name)
  const [first, ...rest] = stack.slice(0, index + 1)
  return first === undefined ? resetRoutes(view) : replace([first, ...rest], view)
}

function setStack(kit: Kit, change: (stack: ModalState['stack']) => ModalState['stack']) {
  hideTooltip(kit)
  update(kit, 'modal', (modal) => {
    const stack = change(modal.stack)
    return stack === modal.stack ? modal : { ...modal, stack }
  })
}
