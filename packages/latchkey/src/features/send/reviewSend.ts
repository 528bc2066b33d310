import {
  initialIntentState,
  isOpen,
  isTransfer,
  move,
  type Tracked,
  type TransferIntent,
} from '../../core/intent.js'
import { sleep } from '../../core/sleep.js'
import { defineSlot } from '../../core/slots.js'
import { watch } from '../../core/store.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isKitError } from '../../protocol/errors.js'
import { type Account, accountOf } from '../account/state.js'
import { endMaking, makingSlot } from '../endMaking.js'
import { loadAsked } from '../intent/asked.js'
import { isModalShown } from '../isModalShown.js'
import { type Kit, type State, update } from '../Kit.js'
import { latest } from '../latest.js'
import { isAtReview } from '../modal/isAtReview.js'
import { beginTransaction, goBack, pushView, settleTransaction } from '../modal/navigate.js'
import { networkOf } from '../network/state.js'
import { toErrorState } from '../notify/toErrorState.js'
import { submissionSlot } from './editSend.js'
import { findEarlier } from './findEarlier.js'
import { isOwner } from './isOwner.js'
import { makeIntent } from './makeIntent.js'
import { readBalances } from './readBalances.js'
import { sendPlanOf } from './sendPlan.js'
import { initialSendState, type SendState } from './state.js'
import { toSendError } from './toSendError.js'

/** How long the balances are waited for before the review, in milliseconds. */
const balancePatience = 4_000
const watchSlot = defineSlot<() => void>('send.review')

/**
 * Makes what the form says into an intent and shows it for review in the modal, which must be in view: a host with
 * screens of its own calls `submitSend`. From then on nothing changes it: another account,
 * network or wallet cancels it. Where the wallet was asked for something of the account and has not settled it, or the
 * chain has what it refused, that is shown instead. Where the visitor leaves the form meanwhile, nothing is. Never throws:
 * why there is no review is in `state.send.error`.
 */
export async function reviewSend(kit: Kit): Promise<void> {
  loadAsked(kit)
  const account = accountOf(kit.store.getState())
  const open = account && openTransferOf(kit.store.getState(), account, kit)
  if (open !== undefined) {
    return pushView(kit, { name: 'WalletSendStatus', parameters: { id: open.intent.id } })
  }
  // Any input or switch meanwhile ends this: the review would show something else.
  const signal = latest(kit, makingSlot, (state) => [accountOf(state)?.caipAddress, aboutOf(state)])
  const tell = (now: Pick<SendState, 'isMaking' | 'error'>) =>
    update(kit, 'send', (send = initialSendState) => ({ ...send, ...now }))
  signal.addEventListener('abort', () => tell({ isMaking: undefined }))
  tell({ isMaking: true, error: undefined })
  try {
    const earlier = account && (await findEarlier(kit, account))
    if (signal.aborted) return
    if (earlier !== undefined) return pushView(kit, { name: 'WalletSendStatus', parameters: { id: earlier } })
    // Nothing is offered that was spent elsewhere; without an answer the known balances count.
    await Promise.race([readBalances(kit), sleep(kit.clock, balancePatience)])
    // The form says what is missing now.
    if (signal.aborted || sendPlanOf(kit.store.getState())?.fault !== undefined) return
    const intent = await makeIntent(kit)
    // The recipient may have turned out to be a look-alike meanwhile: the form says so.
    const { lookalike } = intent.recipient
    if (signal.aborted || lookalikeIn(kit.store.getState(), intent) !== lookalike) return
    if (isModalShown(kit)) begin(kit, intent)
  } catch (error) {
    if (!signal.aborted) tell({ error: toErrorState(toSendError(error)) })
  } finally {
    if (!signal.aborted) endMaking(kit)
  }
}

/** Leaves the review. If the wallet was already asked, its request goes on. */
export function leaveReview(kit: Kit): void {
  if (kit.store.getState().modal.transactions.length === 0) return goBack(kit)
  settleTransaction(kit, 'cancel')
}

/** Returns the account's transfer that is requested and not settled. */
export function openTransferOf(
  { intent = initialIntentState }: State,
  owner: Pick<Account, 'address' | 'networkId'>,
  families?: Pick<Kit, 'adapters'>,
): Tracked<TransferIntent> | undefined {
  return intent.open.filter(isTransfer).find((one) => isOpen(one) && isOwner(one.intent, owner, families))
}

/** Cancels the review with an error that the visitor reads. The wallet was not asked. */
export function cancelReview(kit: Kit, error: unknown): void {
  update(kit, 'intent', (state = initialIntentState) => ({
    ...state,
    review: state.review && move(state.review, 'cancelled', { error: toErrorState(error) }),
  }))
}

const aboutOf = ({ send = initialSendState }: State) => [
  send.token,
  send.amount,
  send.isMax,
  send.isFiat,
  send.text,
  send.speed,
]
const ownerOf = (state: State) => `${accountOf(state)?.connectorId} ${accountOf(state)?.caipAddress}`

function begin(kit: Kit, intent: TransferIntent): void {
  kit.slots.take(watchSlot)?.()
  // The wallet may still have the transfer of another account or network; it was not asked for this one.
  update(kit, 'send', (send) => send && { ...send, isWaiting: false })
  update(kit, 'intent', (state = initialIntentState) => ({ ...state, review: { intent, status: 'made' } }))
  beginTransaction(kit, {
    onSuccess: { type: 'return', view: { name: 'Account' } },
    onCancel: { type: 'back' },
    onError: { type: 'return', view: { name: 'Account' } },
  })
  const flow = kit.store.getState().modal.transactions.at(-1)
  pushView(kit, { name: 'WalletSendPreview' })
  // The host may also stop offering the network.
  const placeOf = (state: State) => `${ownerOf(state)} ${networkOf(state, intent.networkId) !== undefined}`
  const stops = [
    watch(kit.store, placeOf, () => {
      // The wallet already has the request, so the kit must not say that nothing was sent.
      const asked = askedReview(kit)
      if (asked !== undefined)
        return pushView(kit, { name: 'WalletSendStatus', parameters: { id: asked.intent.id } })
      cancelReview(kit, accountError('REVIEW_OUTDATED'))
    }),
    watch(
      kit.store,
      (state) => lookalikeIn(state, intent),
      (lookalike) => {
        // The form asks the visitor to confirm the address.
        if (lookalike !== intent.recipient.lookalike && askedReview(kit) === undefined) leaveReview(kit)
      },
    ),
    watch(
      kit.store,
      () => isAtReview(kit),
      (isShown) => {
        if (!isShown) end()
      },
    ),
  ]
  // The visitor left the review. This ends the review, and the flow that waits for it.
  const end = () => {
    kit.slots.take(watchSlot)
    for (const stop of stops) stop()
    // The visitor left before the wallet was asked, so it is not asked.
    if (
      kit.slots.get(submissionSlot)?.review === kit.store.getState().intent?.review?.intent.id &&
      askedReview(kit) === undefined
    ) {
      kit.slots.take(submissionSlot)
      update(kit, 'send', (send) => send && { ...send, isWaiting: false })
    }
    update(kit, 'intent', (state = initialIntentState) => ({ ...state, review: undefined }))
    update(kit, 'modal', (modal) => {
      const others = modal.transactions.filter((one) => one !== flow)
      return others.length === modal.transactions.length ? modal : { ...modal, transactions: others }
    })
  }
  kit.slots.set(watchSlot, end)
}

/** The known address that the reviewed recipient looks like, as far as the form knows by now. */
function lookalikeIn({ send }: State, { recipient }: TransferIntent): string | undefined {
  const now = send?.recipient
  return now?.status === 'valid' && now.address === recipient.address ? now.lookalike : recipient.lookalike
}

/**
 * What is reviewed, where the wallet has been asked for it; after a refusal it is another intent than it was at first.
 */
function askedReview(kit: Kit): Tracked | undefined {
  const { review, open } = kit.store.getState().intent ?? initialIntentState
  return open.find((one) => isOpen(one) && one.intent.id === review?.intent.id)
}

/** Whether a review was cancelled by what this error says. */
export function isCancelled(error: unknown): boolean {
  return (
    isKitError(error, 'REVIEW_OUTDATED') ||
    isKitError(error, 'RECIPIENT_CHANGED') ||
    isKitError(error, 'TOKEN_DECIMALS_DIFFER') ||
    isKitError(error, 'WALLET_NETWORK_DIFFERS') ||
    isKitError(error, 'WALLET_ACCOUNT_DIFFERS')
  )
}
