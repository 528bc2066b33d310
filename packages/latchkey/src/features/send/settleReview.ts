import type { TransferIntent } from '../../core/intent.js'
import type { Kit } from '../Kit.js'
import { belowSurface } from '../modal/belowSurface.js'
import { isAtReview } from '../modal/isAtReview.js'
import { pushView, settleTransaction } from '../modal/navigate.js'

/** Leads on from the review, where the visitor is still at it. */
export function settleReview(
  kit: Kit,
  { id }: TransferIntent,
  result: 'success' | 'error',
  shown: string | undefined = id,
): void {
  if (!isAtReview(kit) || kit.store.getState().intent?.review?.intent.id !== id) return
  belowSurface(kit, () => {
    settleTransaction(kit, result)
    pushView(kit, { name: 'WalletSendStatus', parameters: { id: shown } })
  })
}
