import type { Kit } from '../Kit.js'
import { resetSend, submissionSlot } from './editSend.js'
import { findRefused } from './refused.js'
import { settleReview } from './settleReview.js'

/** What a wallet says that it has not done, and may have done all the same: `keepRefused` remembers these. */
const refusals: readonly unknown[] = ['REQUEST_REJECTED', 'WALLET_METHOD_UNSUPPORTED']

/**
 * Looks once for what the wallet has just refused, while the review still shows the refusal: a wallet may broadcast and
 * say that its person declined. What the chain has is shown in place of the review. Never throws: where no node
 * answers, the next look may find out, and the next press looks too.
 */
export async function followRefused(kit: Kit): Promise<void> {
  const shown = () => {
    const { intent, send } = kit.store.getState()
    const { review } = intent ?? {}
    const isRefused = review?.status === 'made' && refusals.includes(send?.error?.code)
    return isRefused && kit.slots.get(submissionSlot) === undefined ? review.intent : undefined
  }
  const intent = shown()
  if (intent === undefined) return
  const owner = { address: intent.account, networkId: intent.networkId }
  const earlier = await findRefused(kit, owner).catch(() => undefined)
  // It was left or sent again meanwhile.
  if (earlier === undefined || shown()?.id !== intent.id) return
  resetSend(kit)
  settleReview(kit, intent, 'error', earlier)
}
