import { defineSlot } from '../../core/slots.js'
import { namespaceOf } from '../../protocol/caip.js'
import { isSameId } from '../../protocol/isSameId.js'
import type { Kit } from '../Kit.js'
import { findAsked } from './findAsked.js'
import { isTaken, othersOf } from './sent.js'
import type { Sent } from './state.js'

/** How long after one search the next one is made, in milliseconds: for what waits, and for what is lost. */
const pauses = { pending: 60_000, lost: 10 * 60_000 }
/** When each transaction was last searched for, by its id. */
const searches = defineSlot<Map<string, number>>('send.searches')
/** The transactions that have the numbers of those that no node knows, by the id of the latter. */
const doubts = defineSlot<Map<string, string>>('send.doubts')

/** Returns the other transaction of the account that has the number of this one, if a search before a request found one. */
export const doubtOf = ({ slots }: Kit, { id }: Sent): string | undefined => slots.get(doubts)?.get(id)

/**
 * Whether no node has told the number of a transaction, and what was known when the wallet was asked is enough to search
 * for it: the number that it should have, its family's own facts, or the coins that it spends.
 */
export function isUnseen({ adapters }: Kit, { kind, nonce, origin, networkId }: Sent): boolean {
  const { asked, intent } = origin ?? {}
  const coins = adapters.get(namespaceOf(networkId))?.spendsCoins ? intent?.fee?.terms : undefined
  return (
    kind === 'transaction' && nonce === undefined && (asked?.nonce ?? asked?.terms ?? coins) !== undefined
  )
}

/**
 * Looks for a transfer whose hash no node knows, by what the kit knew when it asked the wallet: a wallet may answer one
 * hash and send another transaction. Nothing is lost before that has been done. Transactions are searched for from time
 * to time, and at once before the wallet is asked for the next one (`isUrgent`).
 */
export async function findUnseen(
  kit: Kit,
  sent: Sent,
  { isLost, isUrgent }: { readonly isLost: boolean; readonly isUrgent: boolean },
): Promise<Sent> {
  const { id, hash = id, kind, origin, sentAt, status } = sent
  const lost: Sent = { ...sent, status: 'lost' }
  // A wallet tells of its batches by itself.
  if (origin === undefined || kind === 'calls') return isLost ? lost : sent
  if (!isLost && !isUnseen(kit, sent)) return sent
  const all = kit.slots.ensure(searches, () => new Map())
  const now = kit.clock.now()
  const isPaused =
    status === 'lost'
      ? now - (all.get(id) ?? sentAt) < pauses.lost
      : !isUrgent && now - (all.get(id) ?? sentAt) < pauses.pending
  if (isPaused) return sent
  all.set(id, now)
  // A node that keeps no older states cannot answer.
  const found = await findAsked(kit, origin).catch(() => undefined)
  if (found?.status === 'sent' && found.sent.kind === 'transaction') {
    // A node has it after all.
    if (isSameId(found.sent.id, hash)) return sent
    if (!isTaken(kit, { ...sent, id: found.sent.id }))
      return { ...sent, status: 'pending', hash: found.sent.id }
  }
  const by = found?.status === 'used' ? found.by : undefined
  const isReplaced = by !== undefined && !othersOf(kit, sent.intentId).some((one) => isSameId(one, by))
  if (isReplaced && isLost) return { ...lost, replacedBy: by }
  // The wallet may have given it a later number, so nothing is lost yet. In the first minute nodes may not know it.
  if (isReplaced && isUrgent && now - sentAt >= pauses.pending)
    kit.slots.ensure(doubts, () => new Map()).set(id, by)
  return isLost ? lost : sent
}
