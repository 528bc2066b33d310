import type { CaipAddress } from '../../protocol/caip.js'
import { capabilitiesOf } from '../account/capabilitiesOf.js'
import { accountOf } from '../account/state.js'
import { type Kit, update } from '../Kit.js'
import { endLatest } from '../latest.js'
import { checkRecipient, recipientKey } from './checkRecipient.js'
import { estimateKey, estimateSend } from './estimateSend.js'
import { initialSendState, type SendState } from './state.js'

/** Empties the form. A transfer that the wallet was asked for goes on. */
export function resetSend(kit: Kit): void {
  stop(kit)
  update(kit, 'send', (send = initialSendState) => ({
    ...initialSendState,
    isGasFree: send.isGasFree,
    isWaiting: kit.live.has(submissionKey),
  }))
}

/** Chooses what to send: a token by its CAIP-10 id, or the network's own coin. What was typed of it goes. */
export function setSendToken(kit: Kit, { token }: { readonly token?: CaipAddress | undefined } = {}): void {
  change(kit, { token, amount: '', isMax: false, isFiat: false, fee: { status: 'idle' }, error: undefined })
}

/** Sets the amount as the visitor types it. */
export function setSendAmount(kit: Kit, { amount }: { readonly amount: string }): void {
  change(kit, { amount: amount.slice(0, 100), isMax: false, error: undefined })
}

/** Sends all that can be sent: of the network's coin, what the fee leaves of it. */
export function setSendMax(kit: Kit): void {
  change(kit, { amount: '', isMax: true, isFiat: false, error: undefined })
}

/** Changes between typing the amount in the token and in US dollars. The amount is typed anew: nothing is converted. */
export function toggleSendFiat(kit: Kit): void {
  const { isFiat } = kit.store.getState().send ?? initialSendState
  change(kit, { isFiat: !isFiat, amount: '', isMax: false })
}

/** Sets whom to send to as the visitor types it: an address, a name, or a payment link. */
export function setSendRecipient(kit: Kit, { text }: { readonly text: string }): void {
  change(kit, { text: text.slice(0, 1024), error: undefined })
  void checkRecipient(kit)
}

/** Starts the form anew whenever another account or network is in use, which what was typed is not meant for. */
export function beginSend(kit: Kit): void {
  const account = accountOf(kit.store.getState())
  const key = account?.caipAddress
  if (kit.live.get(ownerKey) !== key || kit.store.getState().send === undefined) {
    kit.live.set(ownerKey, key)
    resetSend(kit)
  }
  if (account !== undefined) {
    void capabilitiesOf(kit, account).then(({ isAtomic }) =>
      update(kit, 'send', (send = initialSendState) => ({ ...send, isGasFree: isAtomic })),
    )
  }
  void estimateSend(kit)
}

const ownerKey = 'send.owner'
/** Where the promise of a transfer that the wallet was asked for is kept. */
export const submissionKey = 'send.submission'

function change(kit: Kit, changed: Partial<SendState>) {
  update(kit, 'send', (send = initialSendState) => ({ ...send, ...changed }))
  void estimateSend(kit)
}

function stop(kit: Kit) {
  endLatest(kit, estimateKey)
  endLatest(kit, recipientKey)
}
