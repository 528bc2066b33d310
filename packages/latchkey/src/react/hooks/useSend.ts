import { useEffect, useMemo } from 'react'
import { accountOf } from '../../features/account/state.js'
import { activeNetwork } from '../../features/network/state.js'
import {
  beginSend,
  confirmSendRecipient,
  resetSend,
  setSendAmount,
  setSendMax,
  setSendRecipient,
  setSendToken,
  toggleSendFiat,
} from '../../features/send/editSend.js'
import { estimateSend } from '../../features/send/estimateSend.js'
import { readBalances } from '../../features/send/readBalances.js'
import { type Sendable, type SendPlan, sendablesOf, sendPlanOf } from '../../features/send/sendPlan.js'
import { initialSendState, type SendState, type Sent } from '../../features/send/state.js'
import { submitSend } from '../../features/send/submitSend.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * The send form, without the modal: the input, the resulting plan, its first fault, and the function that sends. A kit
 * has one form, which the modal shows too.
 *
 * @example
 * ```tsx
 * const { form, plan, setAmount, setRecipient, mutate: send } = useSend()
 * <input value={form.amount} onChange={(event) => setAmount({ amount: event.target.value })} />
 * <button disabled={plan?.fault !== undefined} onClick={() => send()}>Send</button>
 * ```
 */
export function useSend(): useSend.ReturnType {
  const begin = useAction(beginSend)
  const read = useAction(readBalances)
  const state = useKitState((whole) => whole)
  const account = accountOf(state)
  const network = activeNetwork(state)
  const caipAddress = account?.caipAddress
  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account starts anew.
  useEffect(() => {
    begin()
    // What was read before may be spent.
    void read()
  }, [begin, read, caipAddress])
  // Plans contain bigints, which state does not: they are recomputed from the state.
  const plan = useMemo(() => sendPlanOf(state), [state])
  const sendables = useMemo(
    () => (account === undefined || network === undefined ? [] : sendablesOf(state, account, network)),
    [state, account, network],
  )
  return {
    ...useMutation(useAction(submitSend)),
    form: state.send ?? initialSendState,
    plan,
    sendables,
    setToken: useAction(setSendToken),
    setAmount: useAction(setSendAmount),
    setMax: useAction(setSendMax),
    toggleFiat: useAction(toggleSendFiat),
    setRecipient: useAction(setSendRecipient),
    confirmRecipient: useAction(confirmSendRecipient),
    estimate: useAction(estimateSend),
    resetForm: useAction(resetSend),
  }
}

export declare namespace useSend {
  type ReturnType = Mutation<void, Sent> & {
    /** The typed amount and recipient, the cost, and the warnings. */
    readonly form: SendState
    /** The resulting plan, with its first `fault`; `undefined` while no wallet is connected. */
    readonly plan: SendPlan | undefined
    /** The account's tokens that can be sent, the network's coin first. */
    readonly sendables: readonly Sendable[]
    readonly setToken: (parameters?: Parameters<typeof setSendToken>[1]) => void
    readonly setAmount: (parameters: Parameters<typeof setSendAmount>[1]) => void
    readonly setMax: () => void
    readonly toggleFiat: () => void
    /** An address, a name, or a payment link, as it is typed. */
    readonly setRecipient: (parameters: { readonly text: string }) => void
    /**
     * If `form.recipient.lookalike` is set: show both addresses, and pass what the visitor types as the last 6
     * characters of the recipient.
     */
    readonly confirmRecipient: (parameters: { readonly text: string }) => void
    /** Estimates the fee again after a failure. */
    readonly estimate: () => Promise<void>
    readonly resetForm: () => void
  }
}
