import { defineSlot } from '../../core/slots.js'
import { isSameId } from '../../protocol/isSameId.js'
import type { Kit } from '../Kit.js'
import { findAsked } from './findAsked.js'
import { isTaken, othersOf } from './sent.js'
import type { Sent } from './state.js'

/** How long after one search the next one is made, in milliseconds: for what waits, and for what is lost. */
const pauses = { pending: 60_000, lost: 10 * 60_000 }
/** When each transaction was last searched for, by its id. */
const searches = defineSlot<Map<string, number>>('send.searches')

/** Whether no node has told the number of a transaction, in a family that counts them. */
export function isUnseen({ kind, nonce, origin }: Sent): boolean {
  return kind === 'transaction' && nonce === undefined && origin?.asked?.nonce !== undefined
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
  if (!isLost && !isUnseen(sent)) return sent
  const all = kit.slots.ensure(searches, () => new Map())
  const now = kit.clock.now()
  const pause = status === 'lost' ? pauses.lost : pauses.pending
  if (!isUrgent && now - (all.get(id) ?? sentAt) < pause) return sent
  all.set(id, now)
  // A node that keeps no older states cannot answer.
  const found = await findAsked(kit, origin).catch(() => undefined)
  if (found?.status === 'sent' && found.sent.kind === 'transaction') {
    // A node has it after all.
    if (isSameId(found.sent.id, hash)) return sent
    if (!isTaken(kit, { ...sent, id: found.sent.id })) return { ...sent, hash: found.sent.id }
  }
  const by = found?.status === 'used' ? found.by : undefined
  const isReplaced = by !== undefined && !othersOf(kit, sent.intentId).some((one) => isSameId(one, by))
  // Right after the wallet's answer, nodes may not know the transaction yet.
  if (isReplaced && (isLost || (isUrgent && now - sentAt >= pauses.pending)))
    return { ...lost, replacedBy: by }
  return isLost ? lost : sent
}
