import { isSameJson } from '../../core/json.js'
import { defineSlot } from '../../core/slots.js'
import type { TransferStatus } from '../../core/transfers.js'
import { toCaipAddress } from '../../protocol/caip.js'
import { fetchActivity } from '../account/fetchActivity.js'
import { accountOf } from '../account/state.js'
import { walletProvider } from '../connection/walletProvider.js'
import { witnessOf } from '../connection/witnessOf.js'
import type { Kit } from '../Kit.js'
import { networkOf } from '../network/state.js'
import { askReplacement } from './askReplacement.js'
import { findAsked } from './findAsked.js'
import { findUnseen } from './findUnseen.js'
import { dropSent, isTaken, keepSent, keepUnknown, othersOf } from './sent.js'
import type { Sent } from './state.js'
import { transferOf } from './transferOf.js'

/** After this long without a node that knows it, what was sent counts as lost: replaced or dropped. */
export const lostAfter = 30 * 60_000
/** How many looks must agree that it is replaced or lost, and how long after one the next counts. */
const looksToBelieve = 3
const lookInterval = 60_000
/** For how long what seems replaced or lost is looked for: only a receipt ends it. */
export const followedFor = 24 * 60 * 60_000
/** How many looks in a row found each transfer outrun, or no trace for long, by its id, and when the last of them was. */
const outrunLooks = defineSlot<Map<string, Looks>>('send.outrunLooks')
type Looks = { readonly count: number; readonly at: number }
const none: Looks = { count: 0, at: Number.NEGATIVE_INFINITY }

/**
 * Whether there is something to find out of it now: what waits each time, what seems replaced or lost from time to
 * time.
 */
export function isSentDue(kit: Kit, { id, status, sentAt }: Sent): boolean {
  if (status !== 'replaced' && status !== 'lost') return status === 'pending'
  const { at } = kit.slots.get(outrunLooks)?.get(id) ?? none
  return kit.clock.now() - sentAt < followedFor && kit.clock.now() - at >= lookInterval
}

/**
 * Looks once how it stands with something that was sent, and keeps what is new of it. Whether it has come to an end, or
 * to another one than it seemed. Never throws: where the node or the wallet does not answer, the next look may find
 * out.
 *
 * @param isUrgent The wallet is about to be asked for another transfer.
 */
export async function lookAtSent(kit: Kit, sent: Sent, isUrgent = false): Promise<boolean> {
  const network = networkOf(kit.store.getState(), sent.networkId)
  const adapter = network && kit.adapters.get(network.chainNamespace)
  if (network === undefined || adapter?.transfers === undefined) return false
  const { kind, id, hash: known = id } = sent
  try {
    const transfers = await adapter.transfers()
    // Without the wallet, a batch whose transaction is known is looked at all the same.
    const provider =
      kind === 'calls'
        ? await walletProvider(kit, { namespace: network.chainNamespace }).catch(() => undefined)
        : undefined
    const witness = await witnessOf(kit, sent)
    const lookedUp = kind === 'calls' ? sent : { ...sent, id: known }
    const others = othersOf(kit, sent.intentId)
    const asking = { network, provider, witness, sent: lookedUp, others, ...claimOf(sent) }
    const told = await transfers.status(asking)
    const found = ownOf(kit, sent, told)
    if (found.status === 'other') {
      return kind === 'calls' && sent.status === 'lost' ? lookForTrace(kit, sent) : checkAgain(kit, sent)
    }
    const next = { ...sent, ...(found.hash && { hash: found.hash }), ...nonceOf(sent, found) }
    const now =
      found.status === 'pending'
        ? await waiting(kit, next, found, isUrgent)
        : { ...ended(next), status: found.status }
    if (!isSameJson(now, sent)) keepSent(kit, now)
    return now.status !== 'pending' && now.status !== sent.status
  } catch {
    return false
  }
}

/**
 * Another transfer's transaction, which the wallet names for a batch of calls or which spends the same coins, is none of
 * this one's.
 */
function ownOf(kit: Kit, sent: Sent, told: TransferStatus): TransferStatus {
  const isOthers = told.hash !== undefined && isTaken(kit, { ...sent, id: told.hash })
  return isOthers ? { status: 'pending', isOutrun: sent.kind !== 'calls' } : told
}

/** What the transaction is to be. */
const claimOf = ({ origin }: Sent) =>
  origin === undefined
    ? {}
    : { transfer: transferOf(origin.intent), asked: origin.asked, fee: origin.intent.fee }

/** What is kept of a transfer that is in a block: nothing is looked for any more, and nothing took its place. */
const ended = ({ origin, replacedBy, ...sent }: Sent): Sent => sent

/**
 * The wallet has answered with something else, or calls a batch failed that no block shows: what became of the transfer
 * is looked for by its number. Wallets carry transfers out through contracts too, so that this something is remembered,
 * and nothing is called unsent beside it.
 */
function checkAgain(kit: Kit, sent: Sent): false {
  const { origin } = sent
  if (origin === undefined) return false
  // First the one, then the other: a page that ends in between finds it in both places, and not in neither.
  const answered = sent.hash ?? (sent.kind === 'transaction' ? sent.id : undefined)
  keepUnknown(kit, answered === undefined ? { ...origin, failedBatch: sent.id } : { ...origin, answered })
  dropSent(kit, sent)
  return false
}

/** Looks for a lost batch of calls as before it was lost: by the account's number and the token's contract. */
async function lookForTrace(kit: Kit, sent: Sent): Promise<false> {
  countOutrun(kit, sent, false)
  const found = sent.origin && (await findAsked(kit, sent.origin))
  // The next look reads what the transaction did.
  if (found?.status === 'sent') keepSent(kit, { ...sent, hash: found.sent.id })
  return false
}

const nonceOf = (sent: Sent, { nonce = sent.nonce }: TransferStatus) => (nonce === undefined ? {} : { nonce })

/**
 * What no block has yet: still on its way, replaced, or lost. What seemed so before stays so until the chain has it.
 */
async function waiting(
  kit: Kit,
  sent: Sent,
  { isOutrun = false, isExpired = false, isSeen = false }: TransferStatus,
  isUrgent: boolean,
): Promise<Sent> {
  // The node may lag at that moment, or have just restarted.
  const isDoubted = kit.clock.now() - sent.sentAt > lostAfter && !isSeen
  const { count, isCounted } = countOutrun(kit, sent, isOutrun || isExpired || isDoubted)
  if (isOutrun && isCounted) await fetchHistory(kit, sent)
  const settled = await settleReplaced(kit, sent)
  if (settled !== sent) return settled
  const isPending = sent.status === 'pending'
  if (isPending && isOutrun && count >= looksToBelieve) return { ...sent, status: 'replaced' }
  if (isSeen) return sent
  return findUnseen(kit, sent, { isLost: isPending && count >= looksToBelieve, isUrgent })
}

/** How many looks in a row, some time apart, found its number used, or a batch gone: nodes lag behind one another. */
function countOutrun(kit: Kit, { id, status }: Sent, isOutrun: boolean) {
  const all = kit.slots.ensure(outrunLooks, () => new Map())
  const last = all.get(id) ?? none
  const at = kit.clock.now()
  const isCounted = at - last.at >= lookInterval
  if (isCounted && (isOutrun || status !== 'pending')) all.set(id, { count: last.count + 1, at })
  else if (!isOutrun) all.delete(id)
  return { count: all.get(id)?.count ?? 0, isCounted }
}

/** What took the place of a transaction, where the history hints at it and the chain has it. */
async function settleReplaced(kit: Kit, sent: Sent): Promise<Sent> {
  const { origin } = sent
  if (origin === undefined) return sent
  const found = await askReplacement(kit, sent, origin)
  if (found === undefined) return sent
  const { hash, status } = found
  if (status === 'replaced') return { ...sent, status, replacedBy: hash }
  if (status !== 'pending') return { ...ended(sent), hash, status }
  return sent.status === 'pending' ? { ...sent, hash } : sent
}

async function fetchHistory(kit: Kit, { networkId, from }: Sent): Promise<void> {
  const account = accountOf(kit.store.getState())
  if (account === undefined || account.caipAddress !== toCaipAddress(networkId, from)) return
  // Without the history, the number alone tells that it was replaced.
  await fetchActivity(kit, { account, isQuiet: true }).catch(() => {})
}
