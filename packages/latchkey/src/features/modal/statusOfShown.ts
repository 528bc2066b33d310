import { isOpen, isTransfer } from '../../core/intent.js'
import type { Kit } from '../Kit.js'
import type { View } from './screens.js'
import { showsRequest } from './showsRequest.js'

/** The screen of the open transfer that the modal shows now, for when it must leave the screen that shows it. */
export function statusOfShown(kit: Kit): View | undefined {
  const { intent, modal } = kit.store.getState()
  const shown = intent?.open.find(
    (one) =>
      isTransfer(one) &&
      isOpen(one) &&
      modal.stack.some((view) => showsRequest(kit, view, one.intent, intent.review?.intent.id)),
  )
  return shown && { name: 'WalletSendStatus', parameters: { id: shown.intent.id } }
}
