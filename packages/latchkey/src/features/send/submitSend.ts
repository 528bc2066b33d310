import { createDeferred } from '../../core/deferred.js'
import { initialIntentState, isOpen, type Tracked, type TransferIntent } from '../../core/intent.js'
import { isSameJson } from '../../core/json.js'
import type { SentTransfer, TransferFacts } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { namespaceOf } from '../../protocol/caip.js'
import { isKitError, KitError } from '../../protocol/errors.js'
import { walletError } from '../../protocol/walletErrors.js'
import { accountOf } from '../account/state.js'
import { witnessOf } from '../connection/witnessOf.js'
import { askedItem, dropTracked, loadAsked, readAsked } from '../intent/asked.js'
import { askWallet } from '../intent/askWallet.js'
import { inOneTab } from '../intent/inOneTab.js'
import { type Kit, update } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { toErrorState } from '../notify/toErrorState.js'
import { confirmName } from './confirmName.js'
import { resetSend, submissionSlot } from './editSend.js'
import { findEarlier } from './findEarlier.js'
import { makeIntent } from './makeIntent.js'
import { findRefused, keepRefused, refusedTwin, unlessMoved } from './refused.js'
import { renewReview } from './renewReview.js'
import { cancelReview, isCancelled, openTransferOf } from './reviewSend.js'
import { hasRoomFor, isTwin, keepSent, loadSent, makeRoom, readSent, sentBy } from './sent.js'
import { sentOf } from './sentOf.js'
import { settleReview } from './settleReview.js'
import { initialSendState, type Sent } from './state.js'
import { toSendError } from './toSendError.js'
import { transferOf } from './transferOf.js'

/**
 * Asks the wallet to send the reviewed transfer, or without a review the one in the form. Resolves when the wallet has
 * taken it. The kit keeps the sent transfer, and `followSent` follows it to its receipt.
 *
 * - Called again before the wallet has answered, it returns the same promise: the wallet is never asked twice.
 * - A contract account sends with `wallet_sendCalls` (EIP-5792), other accounts with `eth_sendTransaction`.
 *
 * @throws `NOT_CONNECTED`, `SEND_FAILED`, `RECIPIENT_CHANGED`, `NAME_RESOLUTION_FAILED`, `NETWORK_UNREADABLE`,
 *   `TOKEN_DECIMALS_DIFFER`, `REVIEW_OUTDATED`, `WALLET_NETWORK_DIFFERS`, `WALLET_ACCOUNT_DIFFERS`: nothing was asked.
 *   `STORAGE_UNAVAILABLE`: nothing was asked, because the transfer would be lost at a reload; a second call asks the
 *   wallet. `REQUEST_REJECTED`: the wallet refused. `SEND_UNCONFIRMED`: the outcome is not known yet.
 *   `REQUEST_ALREADY_PENDING`: the account has an open transfer, or the chain has a transfer that the wallet refused.
 */
export function submitSend(kit: Kit): Promise<Sent> {
  const { review } = kit.store.getState().intent ?? initialIntentState
  const underWay = kit.slots.get(submissionSlot)
  if (underWay !== undefined && underWay.review === review?.intent.id) return underWay.sent
  // This replaces a submission of another review. If the wallet was not asked for that one yet, it ends.
  const { promise: sent, resolve, reject } = createDeferred<Sent>()
  const submission = { review: review?.intent.id, sent }
  kit.slots.set(submissionSlot, submission)
  const isOwn = () => kit.slots.get(submissionSlot) === submission
  const end = () => {
    if (isOwn()) kit.slots.take(submissionSlot)
  }
  submit(kit, review, isOwn).then(resolve, reject)
  sent.then(end, end)
  return sent
}

async function submit(
  kit: Kit,
  review: Tracked<TransferIntent> | undefined,
  isOwn: () => boolean,
): Promise<Sent> {
  // The form and the review may show another transfer by the time the wallet answers: then they are left alone.
  const isReviewed = () => isOwn() && reviewIn(kit)?.intent.id === review?.intent.id
  const setWaiting = (isWaiting: boolean) => {
    if (isOwn()) update(kit, 'send', (send = initialSendState) => ({ ...send, isWaiting, error: undefined }))
  }
  const typed = typedIn(kit)
  setWaiting(true)
  let made = review?.intent
  // An earlier transfer that the wallet refused but the chain has.
  let earlier: string | undefined
  try {
    loadSent(kit)
    loadAsked(kit)
    const before = recipientIn(kit)
    const intent = made ?? (await makeIntent(kit))
    made = intent
    const isWanted = () => {
      // There is no review: the form's present content counts.
      if (review === undefined) return isOwn() && recipientIn(kit) === before
      // Stryker disable next-line OptionalChaining: what is reviewed is there
      return isReviewed() && reviewIn(kit)?.status === 'made'
    }
    if (!isWanted()) throw accountError(review === undefined ? 'RECIPIENT_CHANGED' : 'REVIEW_OUTDATED')
    const sent = await send(kit, intent, isWanted, (id) => {
      earlier = id
    })
    // If the form still holds the sent transfer, empty it too, so that the visitor does not send it again by mistake.
    const isInForm = () => reviewIn(kit) === undefined && isSameJson(typedIn(kit), typed)
    if (isReviewed() || (isOwn() && isInForm())) resetSend(kit)
    setWaiting(false)
    settleReview(kit, intent, 'success')
    return sent
  } catch (error) {
    const failure = toSendError(error)
    const isUnclear = isKitError(failure, 'SEND_UNCONFIRMED')
    // If the outcome is not known yet, `keepSent` emits the event once it is.
    if (made !== undefined && !isUnclear) {
      const { networkId: network, symbol: token } = made
      kit.events.emit({ type: 'SEND_ERROR', network, token, message: failure.code })
    }
    if (isKitError(failure, 'STORAGE_UNAVAILABLE') && isOwn()) markUnstored(kit)
    if (!isReviewed()) {
      setWaiting(false)
      throw failure
    }
    if (isCancelled(failure)) cancelReview(kit, failure)
    else if (!isUnclear && earlier === undefined) renewReview(kit)
    // For a name with a new address, a warning beside that address already says so.
    const isTold = failure.code === 'RECIPIENT_CHANGED'
    update(kit, 'send', (state = initialSendState) => ({
      ...state,
      isWaiting: false,
      error: isTold ? undefined : toErrorState(failure),
    }))
    if (review !== undefined && (isUnclear || earlier !== undefined)) {
      resetSend(kit)
      setWaiting(false)
      settleReview(kit, review.intent, 'error', earlier)
    }
    throw failure
  }
}

/** The content of the form, without what the kit has found out about it. */
function typedIn({ store }: Kit) {
  const { token, text, amount, isMax, isFiat } = store.getState().send ?? initialSendState
  return { token, text, amount, isMax, isFiat }
}

// Stryker disable next-line OptionalChaining: a submission fills the form's state before
const recipientIn = ({ store }: Kit) => store.getState().send?.recipient
// Stryker disable next-line OptionalChaining: a submission loads the open intents before
const reviewIn = ({ store }: Kit) => store.getState().intent?.review

async function send(
  kit: Kit,
  intent: TransferIntent,
  isWanted: () => boolean,
  onEarlier: (id: string) => void,
): Promise<Sent> {
  const { networkId, account: from, recipient, isAtomic, wallet, fee } = intent
  const state = kit.store.getState()
  const network = networkOf(state, networkId)
  const account = accountOf(state, namespaceOf(networkId))
  const adapter = kit.adapters.get(namespaceOf(networkId))
  if (account === undefined) throw new KitError('NOT_CONNECTED')
  if (network === undefined || adapter?.transfers === undefined) throw accountError('SEND_FAILED')
  const owner = { address: from, networkId }
  const pending = () => walletError('REQUEST_ALREADY_PENDING', { slots: { wallet } })
  const refuseSecond = () => {
    if (openTransferOf(kit.store.getState(), owner, kit) !== undefined) throw pending()
  }
  refuseSecond()
  const sentBefore = new Set(sentBy(state, owner, kit).map(({ id }) => id))
  await confirmName(kit, account, recipient)
  const transfers = await adapter.transfers()
  const transfer = { ...transferOf(intent), ...(account.facts && { sender: account.facts }) }
  let known: Pick<Tracked, 'asked' | 'askedAt'> = {}
  const refuse = (id: string): never => {
    onEarlier(id)
    throw pending()
  }
  const parameters: askWallet.Parameters<SentTransfer> = {
    async prepare() {
      // In families that count no transactions, this comes first: what is read for the request soon gets old.
      const found = await findEarlier(kit, owner, { kind: 'transaction' })
      if (found !== undefined) return refuse(found)
      const witness = await witnessOf(kit, intent)
      const { to, tokenAddress } = transfer
      const again = refusedTwin(kit, intent)
      const [asked, facts] = await Promise.all([
        transfers.prepare({ network, from, isAtomic, witness, transfer, fee, again }),
        transfers.facts({ network, to, tokenAddress, witness }),
      ])
      confirmFacts(intent, facts)
      const earlier = asked.nonce === undefined ? undefined : await findRefused(kit, owner, asked)
      if (earlier !== undefined) return refuse(earlier)
      // Many that wait for a block fill the storage: one more would push one of them out.
      const next = sentOf(intent, { kind: asked.kind, id: asked.callsId ?? longestId }, kit.clock.now(), {
        asked,
      })
      if (!intent.isUnstored && !hasRoomFor(kit, next)) throw new KitError('STORAGE_UNAVAILABLE')
      return asked
    },
    isWanted: () => {
      // Another tab may have asked in the meantime, before this page heard of it.
      readAsked(kit)
      readSent(kit)
      refuseSecond()
      // A transfer that another tab sent since the review was made may be the same one.
      const newer = sentBy(kit.store.getState(), owner, kit).filter(
        // A time in the future means that the clock was set back.
        ({ id, sentAt }) => !sentBefore.has(id) || (sentAt > intent.madeAt && sentAt <= kit.clock.now()),
      )
      // Then the visitor sees that one, and does not read that nothing was sent.
      const twin = newer.find((one) => isTwin(one, intent))
      if (twin !== undefined) onEarlier(twin.intentId ?? twin.id)
      return newer.length === 0 && isWanted()
    },
    // Stryker disable next-line ObjectLiteral,StringLiteral: `prepare` always says what is asked
    request: (provider, asked = { kind: 'transaction' }) => {
      known = { asked, askedAt: kit.clock.now() }
      return transfers
        .send({
          provider,
          network,
          transfer,
          asked,
          wallet,
          fee,
          isRest: intent.isRest,
          isWanted: () => isAwaited(kit, intent),
        })
        .catch((error) => unlessMoved(kit, { intent, asked, transfers, network }, error))
    },
    makeRoom: () => makeRoom(kit),
  }
  const ask = () => askWallet(kit, intent, parameters)
  const { answer, tracked } = await inOneTab(kit, intent, { ask, refusal: pending }).catch((cause) => {
    keepRefused(kit, { intent, ...known }, cause)
    throw cause
  })
  const sent = sentOf(intent, answer, kit.clock.now(), known)
  // Stored before the intent is dropped: a page that ends in between finds the transfer twice rather than not at all.
  keepSent(kit, sent)
  dropTracked(kit, tracked)
  return sent
}

/** As long as the longest id of a transaction, Solana's. */
const longestId = 'x'.repeat(88)

/**
 * A contract may have changed since the review.
 *
 * @throws `TOKEN_DECIMALS_DIFFER`; `REVIEW_OUTDATED` if there is code at the recipient now, and the review knew of none
 */
function confirmFacts({ decimals, tokenAddress, facts: reviewed }: TransferIntent, now: TransferFacts): void {
  if (tokenAddress !== undefined && now.token?.decimals !== decimals) {
    throw accountError('TOKEN_DECIMALS_DIFFER', { details: `${now.token?.decimals} and ${decimals}` })
  }
  if (now.isContract && !reviewed.isContract) throw accountError('REVIEW_OUTDATED', { details: 'code' })
}

/** Whether nobody has given up a request that the wallet has: not here, and not in another tab. */
function isAwaited(kit: Kit, { id, isUnstored }: TransferIntent): boolean {
  const isIt = (one: Tracked) => one.intent.id === id && isOpen(one)
  const isStored = isUnstored || kit.storage.read(askedItem)?.some(isIt) !== false
  return isStored && kit.store.getState().intent?.open.some(isIt) === true
}

/** Notes that the browser cannot store the transfer. The visitor is told, and the next call asks the wallet anyway. */
function markUnstored(kit: Kit): void {
  update(kit, 'send', (send = initialSendState) => ({ ...send, isUnstored: true }))
}
