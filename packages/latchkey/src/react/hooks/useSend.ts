import { useEffect, useMemo } from 'react'
import { fetchPortfolio } from '../../features/account/fetchPortfolio.js'
import { accountOf } from '../../features/account/state.js'
import { activeNetwork } from '../../features/network/state.js'
import {
  beginSend,
  resetSend,
  setSendAmount,
  setSendMax,
  setSendRecipient,
  setSendToken,
  toggleSendFiat,
} from '../../features/send/editSend.js'
import { estimateSend } from '../../features/send/estimateSend.js'
import { type Sendable, type SendPlan, sendablesOf, sendPlanOf } from '../../features/send/sendPlan.js'
import { initialSendState, type SendState, type Sent } from '../../features/send/state.js'
import { submitSend } from '../../features/send/submitSend.js'
import { useAction } from './useAction.js'
import { useKitState } from './useKitState.js'
import { type Mutation, useMutation } from './useMutation.js'

/**
 * The form for sending, without the modal: what was typed, what it would do, what is still wrong with it, and how to send
 * it. One form for a kit, the same that the modal shows.
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
  const list = useAction(fetchPortfolio)
  const state = useKitState((whole) => whole)
  const account = accountOf(state)
  const network = activeNetwork(state)
  const caipAddress = account?.caipAddress
  // biome-ignore lint/correctness/useExhaustiveDependencies(caipAddress): another account starts anew.
  useEffect(() => {
    begin()
    // What the account has is in the state; a failure leaves the coin to send.
    list().catch(() => {})
  }, [begin, list, caipAddress])
  // They hold bigints, which state does not: they are made anew from the state.
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
    estimate: useAction(estimateSend),
    resetForm: useAction(resetSend),
  }
}

export declare namespace useSend {
  type ReturnType = Mutation<void, Sent> & {
    /** What was typed, whom it is for, what it costs, and which warnings there are. */
    readonly form: SendState
    /** What it would do now, and its first `fault`; `undefined` while nobody is connected. */
    readonly plan: SendPlan | undefined
    /** What the account has to send, the network's coin first. */
    readonly sendables: readonly Sendable[]
    readonly setToken: (parameters?: Parameters<typeof setSendToken>[1]) => void
    readonly setAmount: (parameters: { readonly amount: string }) => void
    readonly setMax: () => void
    readonly toggleFiat: () => void
    /** An address, a name, or a payment link, as it is typed. */
    readonly setRecipient: (parameters: { readonly text: string }) => void
    /** Asks for the fee again, where it failed. */
    readonly estimate: () => Promise<void>
    readonly resetForm: () => void
  }
}
