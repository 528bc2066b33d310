import { useMemo } from 'react'
import { type SendPlan, sendPlanOf } from '../../../features/send/sendPlan.js'
import { initialSendState, type SendState } from '../../../features/send/state.js'
import { useKitState } from '../../hooks/useKitState.js'

/** The form, and what it would do now. The plan holds bigints, which state does not: it is made anew from the state. */
export function useSendPlan(): { readonly form: SendState; readonly plan: SendPlan | undefined } {
  const form = useKitState(({ send }) => send) ?? initialSendState
  const state = useKitState((whole) => whole)
  const plan = useMemo(() => sendPlanOf(state), [state])
  return { form, plan }
}
