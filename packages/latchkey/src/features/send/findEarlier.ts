import { sleep } from '../../core/sleep.js'
import type { Asked } from '../../core/transfers.js'
import type { Account } from '../account/state.js'
import type { Kit } from '../Kit.js'
import { doubtOf, isUnseen } from './findUnseen.js'
import { followedFor, lookAtSent } from './lookAtSent.js'
import { findRefused } from './refused.js'
import { loadSent, sentBy } from './sent.js'
import type { Sent } from './state.js'

/** How long a request waits for these looks, in milliseconds. What they find later is kept all the same. */
const patience = 8_000

type Owner = Pick<Account, 'address' | 'networkId'>

/**
 * Looks on the chain for an account's earlier transfers whose wallet may have done something else than it said, before it
 * is asked for another: those that it refused, and those that it answered with a hash that no node knows. Returns the
 * id of one that has turned out otherwise: it is shown in place of a second request.
 *
 * @throws `NETWORK_UNREADABLE`
 */
export async function findEarlier(kit: Kit, owner: Owner, known?: Asked): Promise<string | undefined> {
  loadSent(kit)
  const unseen = sentBy(kit.store.getState(), owner, kit).filter(
    (one) =>
      isUnseen(kit, one) &&
      one.replacedBy === undefined &&
      (one.status === 'pending' || one.status === 'lost') &&
      kit.clock.now() - one.sentAt < followedFor,
  )
  const looks = unseen.map(async (one) =>
    (await hasTurned(kit, one)) ? (one.intentId ?? one.id) : undefined,
  )
  const turned = looks.length > 0 && (await Promise.race([Promise.all(looks), sleep(kit.clock, patience)]))
  return (turned || []).find((id) => id !== undefined) ?? findRefused(kit, owner, known)
}

/** Whether the chain has the transfer in another transaction, or another transaction with its number. */
async function hasTurned(kit: Kit, sent: Sent): Promise<boolean> {
  const doubt = doubtOf(kit, sent)
  await lookAtSent(kit, sent, true)
  const now = loadSent(kit).find(({ id, intentId }) => id === sent.id && intentId === sent.intentId)
  if (now?.hash === sent.hash && now?.replacedBy === sent.replacedBy && doubtOf(kit, sent) === doubt)
    return false
  // How it stands with that other transaction is shown at once.
  if (now !== undefined) await lookAtSent(kit, now)
  return true
}
