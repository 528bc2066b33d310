import { initialIntentState } from '../../core/intent.js'
import { newIntentId } from '../intent/newIntentId.js'
import { type Kit, update } from '../Kit.js'

/**
 * Gives the review a new intent, so that the wallet can be asked again: after a failure, and after the visitor has given
 * up the request. A late answer to the earlier request is then kept as a transfer of its own.
 */
export function renewReview(kit: Kit): void {
  update(kit, 'intent', (state = initialIntentState) => {
    if (state.review?.status !== 'made') return state
    // Stryker disable next-line OptionalChaining: whoever reviews a transfer has a form
    const isUnstored = kit.store.getState().send?.isUnstored
    const intent = {
      ...state.review.intent,
      ...{ id: newIntentId(), madeAt: kit.clock.now() },
      ...(isUnstored && { isUnstored }),
    }
    return { ...state, review: { intent, status: 'made' } }
  })
}
