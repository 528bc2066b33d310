import type { TransferIntent } from '../../core/intent.js'
import { currentView } from '../../core/router.js'
import type { Kit } from '../Kit.js'
import { isModalShown } from '../modal/isModalShown.js'
import { pushView, settleTransaction } from '../modal/navigate.js'

/** Leads on from the review, where the visitor is still at it. */
export function settleReview(
  kit: Kit,
  { id }: TransferIntent,
  result: 'success' | 'error',
  shown: string | undefined = id,
): void {
  const { modal, intent } = kit.store.getState()
  const isAtReview = isModalShown(kit) && currentView(modal.stack).name === 'WalletSendPreview'
  if (!isAtReview || intent?.review?.intent.id !== id) return
  settleTransaction(kit, result)
  pushView(kit, { name: 'WalletSendStatus', parameters: { id: shown } })
}
