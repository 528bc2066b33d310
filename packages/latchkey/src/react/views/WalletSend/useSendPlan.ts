import { useMemo } from 'react'
import { type SendPlan, sendablesOf, sendPlanOf } from '../../../features/send/sendPlan.js'
import { initialSendState, type SendState } from '../../../features/send/state.js'
import { useKitState } from '../../hooks/useKitState.js'

/** Returns the form and its plan. The plan contains bigints, which state does not, so it is computed from the state. */
export function useSendPlan(): useSendPlan.Result {
  const form = useKitState(({ send }) => send) ?? initialSendState
  const state = useKitState((whole) => whole)
  const plan = useMemo(() => sendPlanOf(state), [state])
  const coinPrice = useMemo(() => {
    if (plan === undefined) return 0
    const all = sendablesOf(state, plan.account, plan.network)
    return all.find(({ contract }) => contract === undefined)?.token.price ?? 0
  }, [state, plan])
  return { form, plan, coinPrice }
}

export declare namespace useSendPlan {
  type Result = {
    readonly form: SendState
    readonly plan: SendPlan | undefined
    /** Returns the price of the network's coin in US dollars; 0 if unknown. */
    readonly coinPrice: number
  }
}
