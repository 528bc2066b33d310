import { isTransfer } from '../../core/intent.js'
import { dropTracked, keepTracked } from '../intent/asked.js'
import { forgetUnanswered } from '../intent/unanswered.js'
import { endWaiting } from '../intent/untilGivenUp.js'
import { type Kit, update } from '../Kit.js'
import { submissionSlot } from './editSend.js'
import { renewReview } from './renewReview.js'

/**
 * Stops following a request to a wallet. Few wallets can take it back: they may still carry it out, and a hash that they
 * then answer with is kept as sent. A signature that comes later is dropped: the caller gets `REQUEST_ABORTED` at once.
 */
export function giveUp(kit: Kit, { id }: { readonly id: string }): void {
  const tracked = kit.store.getState().intent?.open.find(({ intent }) => intent.id === id)
  if (tracked === undefined) return
  // The form waits for transfers alone.
  if (isTransfer(tracked)) {
    kit.slots.take(submissionSlot)
    update(kit, 'send', (send) => send && { ...send, isWaiting: false })
    if (kit.store.getState().intent?.review?.intent.id === id) renewReview(kit)
  }
  // It is held against the chain before the next transfer, as one that the wallet refused.
  if (isTransfer(tracked) && tracked.asked !== undefined) {
    // Whoever gives up what is unknown has read that, and is not held up by the same again.
    const isGivenUp = tracked.status === 'unknown' ? true : tracked.isGivenUp
    keepTracked(kit, { ...tracked, status: 'refused', error: undefined, isGivenUp })
  } else dropTracked(kit, tracked)
  // The visitor has just read that the wallet may still show it.
  forgetUnanswered(kit, [id])
  endWaiting(kit, id)
  kit.connectors.get(tracked.intent.connectorId)?.abort?.()
}
