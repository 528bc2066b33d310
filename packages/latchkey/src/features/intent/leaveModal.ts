import type { PlainIntent } from '../../core/intent.js'
import { currentView } from '../../core/router.js'
import { isModalShown } from '../isModalShown.js'
import type { Kit } from '../Kit.js'
import { screenGuard } from '../modal/closeModal.js'
import { settleTransaction } from '../modal/navigate.js'
import { screenOf } from '../modal/screenOf.js'
import { showsRequest } from '../modal/showsRequest.js'

/**
 * How the modal is left after a request of the app (spec §4 "Modal"): the flow that was the newest when the wallet was
 * asked ends; where there was none, the modal closes. What the visitor does meanwhile stays: a review of their own, what
 * became of a transfer, a sign-in, a connection that is being made, a screen that must be answered.
 */
export function leaveModal(
  kit: Kit,
  { id, kind, connectorId }: Pick<PlainIntent, 'id' | 'kind' | 'connectorId'>,
): (result: 'success' | 'error') => void {
  const before = kit.store.getState()
  const flow = before.intent?.review === undefined ? before.modal.transactions.at(-1) : undefined
  return (result) => {
    const { modal, connection, intent } = kit.store.getState()
    if (!isModalShown(kit) || modal.transactions.at(-1) !== flow) return
    // The modal stays open: the visitor reads there that the wallet disconnected.
    if (connection.connections[connectorId] === undefined) return
    const view = currentView(modal.stack)
    const isBusy =
      connection.attempt !== null || intent?.review !== undefined || kit.slots.get(screenGuard)?.() === false
    // An embedded modal cannot close, and the visitor may use it beside the app.
    const isLeft = flow !== undefined || kit.config.enableEmbedded !== true
    const isOther = screenOf(kit, view)?.shows !== undefined
    if (showsRequest(kit, view, { id, kind }) || (isLeft && !isBusy && !isOther))
      settleTransaction(kit, result)
  }
}
