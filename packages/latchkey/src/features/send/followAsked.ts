import { isOpen, isTransfer, move, type Tracked, type TransferIntent } from '../../core/intent.js'
import { defineSlot } from '../../core/slots.js'
import type { Found } from '../../core/transfers.js'
import { namespaceOf, toCaipAddress } from '../../protocol/caip.js'
import { fetchActivity } from '../account/fetchActivity.js'
import { accountOf } from '../account/state.js'
import { dropTracked, keepTracked, loadAsked } from '../intent/asked.js'
import type { Kit } from '../Kit.js'
import { askReplacement } from './askReplacement.js'
import { findAsked } from './findAsked.js'
import { lostAfter } from './lookAtSent.js'
import { isTaken, keepSent } from './sent.js'
import { sentOf } from './sentOf.js'
import { takeLateAnswers } from './takeLateAnswers.js'
import { tellEnd } from './tellEnd.js'

/** How many looks must agree that something was not sent, and how long after one the next counts, in milliseconds. */
const looksToBelieve = 3
const lookInterval = 60_000
/** The looks in a row that found each transfer's number used, or no trace of a batch for long, by the intent's id. */
const usedLooks = defineSlot<Map<string, { readonly count: number; readonly at: number }>>('send.usedLooks')

/**
 * Looks once what became of every transfer that a wallet was asked for and has not settled: by the number that it has,
 * by its id, and in the history. Never throws: what cannot be found out now is looked for the next time.
 */
export async function followAsked(kit: Kit): Promise<void> {
  loadAsked(kit)
  await takeLateAnswers(kit)
  const open = kit.store.getState().intent?.open.filter(isTransfer) ?? []
  await Promise.all(open.filter((tracked) => isDue(kit, tracked)).map((tracked) => look(kit, tracked)))
}

/** What is open is looked for each time; what seems not to have been sent, from time to time. */
function isDue(kit: Kit, tracked: Tracked): boolean {
  if (tracked.status !== 'notSent') return isOpen(tracked)
  const last = kit.slots.get(usedLooks)?.get(tracked.intent.id)
  return last === undefined || kit.clock.now() - last.at >= lookInterval
}

async function look(kit: Kit, tracked: Tracked<TransferIntent>): Promise<void> {
  const seen = await findAsked(kit, tracked).catch(() => undefined)
  const found = seen ?? (await findInHistory(kit, tracked))
  // It was answered or given up meanwhile.
  const now = kit.store.getState().intent?.open.find(({ intent }) => intent.id === tracked.intent.id)
  if (now === undefined || !isTransfer(now)) return
  const isTraceless = seen?.status === 'open' && !seen.isUnread && isLongFailed(kit, now)
  recordLook(kit, now, found, isTraceless)
  if (found.status === 'sent') {
    const sent = sentOf(now.intent, found.sent, now.askedAt ?? kit.clock.now())
    if (isTaken(kit, sent)) return
    keepSent(kit, sent)
    dropTracked(kit, now)
  }
  if (isTraceless && usedCount(kit, now) >= looksToBelieve) keepLost(kit, now)
  if (seen?.status === 'open' && seen.by !== undefined && now.status === 'unknown') {
    keepTracked(kit, { answered: seen.by, ...now })
  }
  if (isTraceless || usedCount(kit, now) < looksToBelieve || !isOpen(now)) return
  const replacedBy = found.status === 'used' ? found.by : undefined
  keepTracked(kit, { ...move(move(now, 'unknown'), 'notSent', { replacedBy }), answered: undefined })
  tellEnd(kit, now.intent, 'notSent')
}

/** Whether the wallet calls it a failed batch of calls, and was asked for it long ago. */
function isLongFailed(kit: Kit, { intent, status, failedBatch, askedAt = intent.madeAt }: Tracked): boolean {
  return status === 'unknown' && failedBatch !== undefined && kit.clock.now() - askedAt > lostAfter
}

/** Keeps a batch of calls as lost, which the wallet calls failed, and of which the chain has had no trace for long. */
function keepLost(kit: Kit, tracked: Tracked<TransferIntent>): void {
  const { intent, failedBatch = '', askedAt = intent.madeAt } = tracked
  const sent = sentOf(intent, { kind: 'calls', id: failedBatch }, askedAt)
  if (isTaken(kit, sent)) return
  keepSent(kit, { ...sent, origin: tracked, status: 'lost' })
  dropTracked(kit, tracked)
  tellEnd(kit, sent)
}

/**
 * Counts a look that found the number used, or no trace of a failed batch; one that found anything else begins the count
 * anew.
 */
function recordLook(
  kit: Kit,
  { intent, status, answered }: Tracked,
  found: Found,
  isTraceless: boolean,
): void {
  const all = kit.slots.ensure(usedLooks, () => new Map())
  const last = all.get(intent.id) ?? { count: 0, at: Number.NEGATIVE_INFINITY }
  const at = kit.clock.now()
  // Concluded already: only the time is kept, by which the next look is due.
  if (status === 'notSent') return void all.set(intent.id, { ...last, at })
  // A wallet that has not answered may hold the request still, and send it with another number, unless its time is
  // over; one that has answered with another transaction may have done it there, unless that spends the same coins.
  const isSettled = found.status === 'used' && (status === 'unknown' || found.isOver === true)
  const isElsewhere = answered !== undefined && !kit.adapters.get(namespaceOf(intent.networkId))?.spendsCoins
  if (!isTraceless && (!isSettled || isElsewhere)) return void all.delete(intent.id)
  if (at - last.at >= lookInterval) all.set(intent.id, { count: last.count + 1, at })
}

/** How many looks in a row, some time apart, have found that it was not sent. */
function usedCount(kit: Kit, { intent }: Tracked): number {
  return kit.slots.get(usedLooks)?.get(intent.id)?.count ?? 0
}

/**
 * A node that keeps no older states cannot tell by what a number was used: the history may hint at the transaction, and
 * the node tell what that is. It never tells that nothing was sent: it may miss what waits, and what came later.
 */
async function findInHistory(kit: Kit, { intent, asked }: Tracked<TransferIntent>): Promise<Found> {
  const { networkId, account: address } = intent
  const account = accountOf(kit.store.getState(), namespaceOf(networkId))
  if (asked?.nonce === undefined || account?.caipAddress !== toCaipAddress(networkId, address)) {
    return { status: 'open' }
  }
  await fetchActivity(kit, { account, isQuiet: true }).catch(() => {})
  const like = { ...sentOf(intent, { kind: 'transaction', id: '' }, 0), nonce: asked.nonce }
  const other = await askReplacement(kit, like, { intent, asked }).catch(() => undefined)
  return other !== undefined && other.status !== 'replaced'
    ? { status: 'sent', sent: { kind: 'transaction', id: other.hash } }
    : { status: 'open' }
}
