import { initialIntentState, isOpen, isTransfer } from '../../core/intent.js'
import type { Kit } from '../Kit.js'
import { viewBelowSurface } from './belowSurface.js'
import type { View } from './screens.js'
import { showsRequest } from './showsRequest.js'

/** The screen of the open transfer that the modal shows now, for when it must leave the screen that shows it. */
export function statusOfShown(kit: Kit): View | undefined {
  const { open, review } = kit.store.getState().intent ?? initialIntentState
  const view = viewBelowSurface(kit)
  const id = open
    .filter(isTransfer)
    .find((one) => isOpen(one) && showsRequest(kit, view, one.intent, review?.intent.id))?.intent.id
  return id === undefined ? undefined : { name: 'WalletSendStatus', parameters: { id } }
}
