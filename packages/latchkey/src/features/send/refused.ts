import { isTransfer, move, type Tracked, type TransferIntent } from '../../core/intent.js'
import type { Asked, Found, Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { namespaceOf } from '../../protocol/caip.js'
import type { Network } from '../../protocol/entities/Network.js'
import { isKitError } from '../../protocol/errors.js'
import { isSameId } from '../../protocol/isSameId.js'
import { walletError } from '../../protocol/walletErrors.js'
import type { Account } from '../account/state.js'
import { witnessOf } from '../connection/witnessOf.js'
import { dropTracked, keepTracked, loadAsked } from '../intent/asked.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { toErrorState } from '../notify/toErrorState.js'
import { findAsked } from './findAsked.js'
import { isOwner } from './isOwner.js'
import { isTaken, isTwin, keepSent, loadSent, othersOf, sentBy } from './sent.js'
import { sentOf } from './sentOf.js'

/** For how long a wallet's refusal is held against the chain, in milliseconds. */
const rememberedFor = 24 * 60 * 60_000

/**
 * How many refusals of an account are remembered. Where transfers spend coins, nothing but the next quote keeps a
 * forgotten one from being carried out beside it.
 */
const limits = { usual: 5, coins: 20 }

/** Errors that say that a wallet has not carried out a request. It may have carried it out all the same. */
export const refusals: readonly unknown[] = ['REQUEST_REJECTED', 'WALLET_METHOD_UNSUPPORTED']

type Owner = Pick<Account, 'address' | 'networkId'>

/**
 * Remembers what the wallet says it has not done: its word is held against the chain before it is asked for another.
 * What never reached the wallet is not remembered.
 */
export function keepRefused(
  kit: Kit,
  tracked: Pick<Tracked<TransferIntent>, 'intent' | 'asked' | 'askedAt'>,
  cause: unknown,
): void {
  if (!isKitError(cause) || !refusals.includes(cause.code)) return
  const { intent, asked, askedAt } = tracked
  keepTracked(kit, { intent, asked, askedAt, status: 'refused' })
  const { networkId, account: address } = intent
  const isCoins = kit.adapters.get(namespaceOf(networkId))?.spendsCoins
  const all = refusedBy(kit, { networkId, address })
  for (const one of all.slice(0, -limits[isCoins ? 'coins' : 'usual'])) dropTracked(kit, one)
}

/**
 * Looks on the chain for what the wallet has refused to send from an account: a wallet may broadcast and say that its
 * person declined. What is found is kept as sent. If another transaction of the account took its place, it is kept as
 * not sent. What may have been sent is unknown: the account's number has gone up by something that nobody here knows, the
 * account has made a transaction that may be it, or something that may show it could not be read. Each is shown in place
 * of a second request: its intent's id is returned.
 *
 * @param isPressed The visitor wants to send. Otherwise what could not be read is read again at the next look.
 * @throws `NETWORK_UNREADABLE`
 */
export async function findRefused(
  kit: Kit,
  owner: Owner,
  known?: Asked | undefined,
  isPressed = true,
): Promise<string | undefined> {
  const refused = refusedBy(kit, owner)
  const [first] = refused
  if (first === undefined) return undefined
  const next = (known ?? (await readNumber(kit, first)))?.nonce
  for (const tracked of refused) {
    const { asked, intent } = tracked
    const isMoved =
      next !== undefined && asked?.nonce !== undefined && next > asked.nonce + countOf(kit, tracked)
    // A batch of calls, a family without numbers, and what took the place of a transaction that waited, leave no other
    // trace.
    if (!isMoved && asked?.kind === 'transaction' && asked.nonce !== undefined && !asked.waiting) continue
    const found = await findAsked(kit, tracked).catch((cause: unknown): Found => {
      if (!isMoved && isKitError(cause, 'NETWORK_UNREADABLE')) throw cause
      return { status: 'open', isUnread: true }
    })
    if (!isPressed && !isMoved && found.status === 'open' && found.isUnread) continue
    if (settle(kit, tracked, found, isMoved)) return intent.id
  }
  return undefined
}

/**
 * The newest transfer that the wallet has refused and that is the same as this one, as it was asked for. Not one that was
 * sent since: the network takes it only once, and this is another payment.
 */
export function refusedTwin(kit: Kit, intent: TransferIntent) {
  const { account: address, networkId, tokenAddress, units, recipient } = intent
  const owner = { address, networkId }
  const isRefusedTwin = ({ intent: one }: Tracked<TransferIntent>) =>
    one.units === units && one.tokenAddress === tokenAddress && one.recipient.address === recipient.address
  const twin = refusedBy(kit, owner).filter(isRefusedTwin).at(-1)
  if (twin?.asked === undefined) return undefined
  const { asked, askedAt = 0 } = twin
  const sent = sentBy(kit.store.getState(), owner, kit)
  if (sent.some((one) => one.sentAt >= askedAt && isTwin(one, intent))) return undefined
  return { asked, fee: twin.intent.fee }
}

/** Whether there is something to show: the transfer was sent, or may have been. */
function settle(kit: Kit, tracked: Tracked<TransferIntent>, found: Found, isMoved: boolean): boolean {
  const { intent, askedAt } = tracked
  if (found.status === 'sent') {
    const sent = sentOf(intent, found.sent, askedAt ?? kit.clock.now())
    if (isTaken(kit, sent)) return false
    keepSent(kit, sent)
    dropTracked(kit, tracked)
    return true
  }
  if (found.status === 'used') return settleReplaced(kit, tracked, found.by, isMoved)
  const { by, isUnread } = found
  // The visitor who gave it up has read of that transaction, and that its outcome is unknown.
  const isNew = by !== undefined && by !== tracked.answered
  if (!isNew && (tracked.isGivenUp || (!isMoved && !isUnread))) return false
  const error = toErrorState(accountError('SEND_UNCONFIRMED', { slots: { wallet: intent.wallet } }))
  keepTracked(kit, { ...move(tracked, 'unknown', { error }), ...(by === undefined ? {} : { answered: by }) })
  return true
}

/**
 * Keeps the transaction that took the refused transfer's place: the wallet may have sent another amount, or to somebody
 * else. If the account's number has gone up and nobody can say by what, that is kept too. Whether there is something to
 * show: not if this browser sent that transaction, or has told of it.
 */
function settleReplaced(
  kit: Kit,
  tracked: Tracked<TransferIntent>,
  by: string | undefined,
  isMoved: boolean,
): boolean {
  const told = kit.store.getState().intent?.open.map(({ replacedBy }) => replacedBy) ?? []
  const isKnown = [...othersOf(kit, tracked.intent.id), ...told].some((one) => isSameId(one, by))
  if (by === undefined ? !isMoved : isKnown) return false
  keepTracked(kit, move(tracked, 'notSent', { replacedBy: by }))
  return true
}

/** What was refused lately, oldest first. What another tab has found meanwhile goes. */
function refusedBy(kit: Kit, { address, networkId }: Owner): readonly Tracked<TransferIntent>[] {
  loadAsked(kit)
  const all = (kit.store.getState().intent?.open ?? [])
    .filter(isTransfer)
    .filter(({ status, intent }) => status === 'refused' && isOwner(intent, { address, networkId }, kit))
  const sent = loadSent(kit)
  const isPast = ({ intent, askedAt = 0 }: Tracked) =>
    kit.clock.now() - askedAt > rememberedFor || sent.some(({ intentId }) => intentId === intent.id)
  for (const one of all.filter(isPast)) dropTracked(kit, one)
  return all.filter((one) => !isPast(one))
}

/** How many numbers the account has used since for what was sent from here, and a node has. */
function countOf(kit: Kit, { intent, askedAt = 0 }: Tracked<TransferIntent>): number {
  const owner = { address: intent.account, networkId: intent.networkId }
  const isCounted = ({ status, nonce }: { readonly status: string; readonly nonce?: number | undefined }) =>
    status === 'pending' ? nonce !== undefined : status !== 'lost'
  return sentBy(kit.store.getState(), owner, kit).filter((one) => one.sentAt >= askedAt && isCounted(one))
    .length
}

async function readNumber(kit: Kit, { intent }: Tracked<TransferIntent>): Promise<Asked | undefined> {
  const { networkId, account: from, isAtomic } = intent
  const network = networkOf(kit.store.getState(), networkId)
  const transfers = await kit.adapters.get(namespaceOf(networkId))?.transfers?.()
  if (network === undefined) return undefined
  return transfers?.prepare({ network, from, isAtomic, witness: await witnessOf(kit, intent) })
}

/**
 * What the failure of a request means: a wallet that says that it does not know how to send may have sent all the same,
 * so that this is only clear once the account's number is seen where it was.
 *
 * @throws Always: the failure, or `WALLET_ANSWER_UNCLEAR` in place of it.
 */
export async function unlessMoved(
  kit: Kit,
  { intent, asked, transfers, network }: unlessMoved.Parameters,
  cause: unknown,
): Promise<never> {
  if (!isKitError(cause, 'WALLET_METHOD_UNSUPPORTED') || asked.nonce === undefined) throw cause
  const { account: from, isAtomic } = intent
  const witness = await witnessOf(kit, intent)
  const now = await transfers.prepare({ network, from, isAtomic, witness }).catch(() => undefined)
  if (now?.nonce === asked.nonce) throw cause
  throw walletError('WALLET_ANSWER_UNCLEAR', { cause })
}

export declare namespace unlessMoved {
  type Parameters = {
    readonly intent: TransferIntent
    readonly asked: Asked
    readonly transfers: Transfers
    readonly network: Network
  }
}
