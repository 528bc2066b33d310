import { defineSlot } from '../../core/slots.js'
import { watch } from '../../core/store.js'
import { linkLimit } from '../../protocol/amounts/parsePaymentLink.js'
import type { CaipAddress } from '../../protocol/caip.js'
import { capabilitiesOf } from '../account/capabilitiesOf.js'
import { accountOf } from '../account/state.js'
import { type Farewell, onDisconnect } from '../connection/farewells.js'
import { type Kit, update } from '../Kit.js'
import { endLatest } from '../latest.js'
import { activeNamespace } from '../network/state.js'
import { checkRecipient, recipientSlot } from './checkRecipient.js'
import { estimateSend, estimateSlot } from './estimateSend.js'
import { isDollarText, sendPlanOf, understoodAmount } from './sendPlan.js'
import { initialSendState, type SendState, type Sent } from './state.js'

/** Empties the form. A transfer that the wallet was asked for goes on. */
export function resetSend(kit: Kit): void {
  stop(kit)
  update(kit, 'send', (send = initialSendState) => ({
    ...initialSendState,
    isFeeUnchecked: send.isFeeUnchecked,
    isWaiting: kit.slots.get(submissionSlot) !== undefined,
  }))
}

/** Chooses what to send: a token by its CAIP-10 id, or the network's own coin. Clears the amount. */
export function setSendToken(kit: Kit, { token }: { readonly token?: CaipAddress | undefined } = {}): void {
  change(kit, { token, amount: '', isMax: false, isFiat: false, fee: { status: 'idle' }, error: undefined })
}

/**
 * Sets the amount as the visitor types it. With `isFinal`, of what was pasted or is typed to its end, the form shows
 * what was understood of it: `1 000` becomes `1000`.
 */
export function setSendAmount(
  kit: Kit,
  { amount, isFinal = false }: { readonly amount: string; readonly isFinal?: boolean | undefined },
): void {
  const { send = initialSendState, locale } = kit.store.getState()
  const sendable = isFinal ? sendPlanOf(kit.store.getState())?.sendable : undefined
  const typed = amount.slice(0, 100)
  const isFiat = send.isFiat || (sendable !== undefined && isDollarText(typed, sendable, locale.tag))
  const text = sendable === undefined ? typed : understoodAmount(typed, sendable, isFiat, locale.tag)
  if (isFinal && !send.isMax && text === send.amount) return
  change(kit, { amount: text, isFiat, isMax: false, error: undefined })
}

/** Chooses the largest amount that can be sent; for the network's coin, the balance minus the fee. */
export function setSendMax(kit: Kit): void {
  change(kit, { amount: '', isMax: true, isFiat: false, error: undefined })
}

/** Chooses how fast the transfer is to be carried out, by the name of one of the family's speeds. */
export function setSendSpeed(kit: Kit, { speed }: { readonly speed: string }): void {
  change(kit, { speed, error: undefined })
}

/** Changes between typing the amount in the token and in US dollars. The amount is typed anew: nothing is converted. */
export function toggleSendFiat(kit: Kit): void {
  const { isFiat } = kit.store.getState().send ?? initialSendState
  change(kit, { isFiat: !isFiat, amount: '', isMax: false })
}

/** Sets the recipient as the visitor types it: an address, a name, or a payment link. */
export function setSendRecipient(kit: Kit, { text }: { readonly text: string }): void {
  // One character more than a link may have: cut to its length, a link could ask for something else (`value=500` →
  // `value=5`).
  change(kit, { text: text.slice(0, linkLimit + 1), confirmation: undefined, error: undefined })
  void checkRecipient(kit)
}

/**
 * Says that a recipient is meant who looks like one that is known (`recipient.lookalike`): the last 6 characters of the
 * address, as the visitor types them. Until they are right, the plan's fault is `recipientUnconfirmed`.
 */
export function confirmSendRecipient(kit: Kit, { text }: { readonly text: string }): void {
  update(kit, 'send', (send = initialSendState) => ({ ...send, confirmation: text.slice(0, 128) }))
}

/** Clears the form when another account or network is in use: the input was not meant for it. */
export function beginSend(kit: Kit): void {
  guardForm(kit)
  const account = accountOf(kit.store.getState())
  const key = account?.caipAddress
  if (kit.slots.get(ownerSlot) !== key || kit.store.getState().send === undefined) {
    kit.slots.set(ownerSlot, key)
    resetSend(kit)
    // The kit does not know what this account's wallet can do until the wallet has answered.
    update(kit, 'send', (send = initialSendState) => ({ ...send, isFeeUnchecked: false }))
  }
  if (account !== undefined) {
    void capabilitiesOf(kit, account).then(({ isAtomic }) => {
      // The answer is for an account or network that is no longer in use.
      if (accountOf(kit.store.getState())?.caipAddress !== account.caipAddress) return
      update(kit, 'send', (send = initialSendState) => ({ ...send, isFeeUnchecked: isAtomic }))
    })
  }
  void estimateSend(kit)
}

/**
 * Empties the form when what it was filled in for ends. Whatever fills it in calls this: a host may do that without the
 * form, by the actions alone.
 */
function guardForm(kit: Kit): void {
  followFamily(kit)
  onDisconnect(kit, forgetForm)
}

/** Empties the form when a wallet disconnects: whoever connects the same account next must not see what was typed. */
const forgetForm: Farewell = {
  forget(kit) {
    // Another wallet has disconnected.
    if (accountOf(kit.store.getState())?.caipAddress === kit.slots.get(ownerSlot)) return
    kit.slots.take(ownerSlot)
    resetSend(kit)
  },
}

/**
 * Clears the form at a switch to another chain family, where its input has no meaning, even while the form is not
 * shown.
 */
function followFamily(kit: Kit): void {
  if (kit.slots.get(following)) return
  kit.slots.set(following, true)
  const stop = watch(kit.store, activeNamespace, () => resetSend(kit))
  kit.slots.onStop(() => {
    kit.slots.take(following)
    stop()
  })
}

const following = defineSlot<true>('send.following')
const ownerSlot = defineSlot<CaipAddress | undefined>('send.owner')
/** The running submission, and the id of the review that it began from. */
export const submissionSlot = defineSlot<{
  readonly review: string | undefined
  readonly sent: Promise<Sent>
}>('send.submission')

function change(kit: Kit, changed: Partial<SendState>) {
  guardForm(kit)
  if (kit.slots.get(ownerSlot) === undefined) {
    kit.slots.set(ownerSlot, accountOf(kit.store.getState())?.caipAddress)
  }
  update(kit, 'send', (send = initialSendState) => ({ ...send, ...changed }))
  void estimateSend(kit)
}

function stop(kit: Kit) {
  endLatest(kit, estimateSlot)
  endLatest(kit, recipientSlot)
}
