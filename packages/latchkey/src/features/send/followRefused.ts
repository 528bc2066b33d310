import { isOpen, type TransferIntent } from '../../core/intent.js'
import type { Kit } from '../Kit.js'
import { resetSend, submissionSlot } from './editSend.js'
import { followAsked } from './followAsked.js'
import { findRefused, refusals } from './refused.js'
import { loadSent } from './sent.js'
import { settleReview } from './settleReview.js'

/**
 * Looks once for what the wallet has just refused, or has not answered, while the review still shows that: a wallet may
 * broadcast and say that its person declined, or say nothing. What the chain has is shown in place of the review. Never
 * throws: if no node answers, the next look may find out, and the next press looks too.
 */
export async function followRefused(kit: Kit): Promise<void> {
  const { review, open = [] } = kit.store.getState().intent ?? {}
  const isAsked = open.some((one) => isOpen(one) && one.intent.id === review?.intent.id)
  if (review !== undefined && isAsked) return followWaiting(kit, review.intent)
  const shown = () => {
    const { intent, send } = kit.store.getState()
    const { review } = intent ?? {}
    const isRefused = review?.status === 'made' && refusals.includes(send?.error?.code)
    return isRefused && kit.slots.get(submissionSlot) === undefined ? review.intent : undefined
  }
  const intent = shown()
  if (intent === undefined) return
  const owner = { address: intent.account, networkId: intent.networkId }
  const earlier = await findRefused(kit, owner, undefined, false).catch(() => undefined)
  // It was left or sent again meanwhile.
  if (earlier === undefined || shown()?.id !== intent.id) return
  resetSend(kit)
  settleReview(kit, intent, 'error', earlier)
}

async function followWaiting(kit: Kit, { id }: TransferIntent): Promise<void> {
  await followAsked(kit)
  const review = kit.store.getState().intent?.review
  // It was left meanwhile, or the chain does not have it yet.
  if (review?.intent.id !== id || !loadSent(kit).some(({ intentId }) => intentId === id)) return
  // The wallet's answer, if it ever comes, no longer concerns the form.
  kit.slots.take(submissionSlot)
  resetSend(kit)
  settleReview(kit, review.intent, 'success')
}
