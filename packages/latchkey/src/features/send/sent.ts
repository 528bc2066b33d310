import type { TransferIntent } from '../../core/intent.js'
import { accountError } from '../../protocol/accountErrors.js'
import { isSameId } from '../../protocol/isSameId.js'
import type { SpareName } from '../../protocol/storageFacts.js'
import { followItem } from '../followItem.js'
import { keepTracked, storableTracked, withStoredImage } from '../intent/asked.js'
import { type Kit, type State, update } from '../Kit.js'
import { toErrorState } from '../notify/toErrorState.js'
import { storedImage } from '../storedImage.js'
import { withSmallPicture } from '../withSmallPicture.js'
import { isOwner } from './isOwner.js'
import { isWaiting, newestOf, type Sent, sentItem } from './state.js'

/**
 * What was sent from here, newest first. Read from the storage when it is first asked for; from then on what other tabs
 * send, and what they find out of it, is here at once.
 */
export function loadSent(kit: Kit): readonly Sent[] {
  followItem(kit, sentItem, () => void readSent(kit))
  return kit.store.getState().account.sent ?? readSent(kit)
}

/**
 * Keeps one more, or what has become of one, in the state and in the storage. What the wallet answered for another
 * intent before did not come from this request. The kit goes on checking what became of this one.
 */
export function keepSent(kit: Kit, sent: Sent): void {
  loadSent(kit)
  if (isTaken(kit, sent)) return sent.origin && keepUnknown(kit, originOf(kit, sent.origin))
  // Another tab may have kept some meanwhile, and this page not have been told yet.
  const known = readSent(kit)
  const others = known.filter((one) => !isOne(one, sent))
  const before = known.find((one) => isOne(one, sent))
  const kept = further(before, sent.origin ? { ...sent, origin: originOf(kit, sent.origin) } : sent)
  write(kit, [kept, ...others])
  const type = eventOf(before, kept)
  const of = { network: kept.networkId, token: kept.symbol }
  if (type === 'SEND_ERROR') kit.events.emit({ type, ...of, message: kept.status })
  else if (type !== undefined) kit.events.emit({ type, ...of })
}

/** Forgets a transfer, because the wallet's answer was about another transaction. */
export function dropSent(kit: Kit, sent: Sent): void {
  write(
    kit,
    readSent(kit).filter((one) => !isOne(one, sent)),
  )
}

/** The ids and hashes of what was sent for other intents. */
export function othersOf(kit: Kit, intentId: string | undefined): readonly string[] {
  const others = loadSent(kit).filter((one) => one.intentId !== intentId)
  return others.flatMap(({ id, hash = id }) => [id, hash])
}

/** Whether a transfer with its id is already kept for another intent. */
export function isTaken(kit: Kit, sent: Sent): boolean {
  return readSent(kit).some(
    (one) => !isOne(one, sent) && (isSameId(one.id, sent.id) || isSameId(one.hash ?? one.id, sent.id)),
  )
}

/** Goes on looking for what became of a transfer, by the number that it was thought to have. */
export function keepUnknown(kit: Kit, origin: NonNullable<Sent['origin']>): void {
  const { wallet } = origin.intent
  const error = toErrorState(accountError('SEND_UNCONFIRMED', { slots: { wallet } }))
  keepTracked(kit, { ...origin, status: 'unknown', error })
}

/** With all that was known when the wallet was asked, where this page still has it. */
function originOf(kit: Kit, origin: NonNullable<Sent['origin']>): NonNullable<Sent['origin']> {
  const open = kit.store.getState().intent?.open.find(({ intent }) => intent.id === origin.intent.id)
  const { asked, askedAt } = open ?? origin
  return { ...origin, ...(asked && { asked }), ...(askedAt !== undefined && { askedAt }) }
}

function write(kit: Kit, all: readonly Sent[]): void {
  const sent = newestOf(all)
  update(kit, 'account', (state) => ({ ...state, sent }))
  if (!kit.storage.write(sentItem, storable(sent))) slimSent(kit)
}

/** Takes away what nothing depends on, also of what was sent: where the browser has no room for what must be stored. */
export function makeRoom(kit: Kit): void {
  for (const name of spareNames) kit.storage.remove(name)
  slimSent(kit)
}

const spareNames = [
  'latchkey.quarantine',
  'latchkey.recentWallets',
  'latchkey.unanswered',
] as const satisfies readonly SpareName[]

/** Stores only the transfers that are not settled, without pictures. */
function slimSent(kit: Kit): void {
  const open = loadSent(kit).filter(isWaiting)
  kit.storage.write(sentItem, storable(open.map(({ iconUrl, ...sent }) => sent)))
}

/** Whether two entries are the same transfer: they have the same intent or, if that is unknown, the same id. */
function isOne(one: Sent, other: Sent): boolean {
  if (one.intentId === undefined || other.intentId === undefined) return one.id === other.id
  return one.intentId === other.intentId
}

/**
 * Returns the event of a transfer's step; `undefined` if there is none, or if another tab has reported it. The kit does not
 * keep a batch that a wallet called failed while its end is unknown, so the event of its end has none before it.
 */
function eventOf(before: Sent | undefined, { status }: Sent) {
  if (before === undefined && status === 'pending') return 'SEND_INITIATED' as const
  if (before !== undefined && before.status !== 'pending') return undefined
  if (status === 'confirmed') return 'SEND_SUCCESS' as const
  return status === 'failed' || status === 'lost' ? ('SEND_ERROR' as const) : undefined
}

/** What was sent from an account on its network, newest first. */
export function sentBy(
  { account }: State,
  owner: { readonly address: string; readonly networkId: string },
  families?: Pick<Kit, 'adapters'>,
): readonly Sent[] {
  const sent = account.sent ?? []
  return sent.filter(({ from, networkId }) => isOwner({ account: from, networkId }, owner, families))
}

/** Merges the stored transfers with those in the state, each once. */
export function readSent(kit: Kit): readonly Sent[] {
  const stored = (kit.storage.read(sentItem) ?? []).map(({ iconUrl, origin, ...sent }): Sent => {
    const image = storedImage(kit, iconUrl)
    const kept = origin === undefined ? sent : { ...sent, origin: withStoredImage(kit, origin) }
    return image === undefined ? kept : { ...kept, iconUrl: image }
  })
  update(kit, 'account', ({ sent: known = [], ...state }) => {
    const others = known.filter((one) => !stored.some((other) => isOne(one, other)))
    const merged = stored.map((one) =>
      further(
        known.find((other) => isOne(one, other)),
        one,
      ),
    )
    return { ...state, sent: newestOf([...merged, ...others]) }
  })
  return kit.store.getState().account.sent ?? stored
}

/** Whether a sent transfer pays the same to the same recipient. Tokens of two contracts may share a symbol. */
export function isTwin({ to, units, symbol, decimals, tokenAddress }: Sent, intent: TransferIntent): boolean {
  const isSameContract = tokenAddress === undefined || tokenAddress === intent.tokenAddress
  const isSameToken = isSameContract && symbol === intent.symbol && decimals === intent.decimals
  return to === intent.recipient.address && units === intent.units && isSameToken
}

const isInBlock = ({ status }: Sent) => status === 'confirmed' || status === 'failed'

/** Returns the entry that is further on: a tab that has not looked since does not undo an end that another tab has seen. */
function further(known: Sent | undefined, told: Sent): Sent {
  if (known === undefined) return told
  if (isInBlock(known) && !isInBlock(told)) return known
  // A transaction that waits under another hash takes back that it seemed lost.
  const isStale = known.status !== 'pending' && told.status === 'pending' && told.hash === known.hash
  return isStale ? known : told
}

/** Whether a reload would find one more beside those that wait for a block, and all of those. */
export function hasRoomFor(kit: Kit, sent: Sent): boolean {
  const all = [sent, ...readSent(kit).filter((one) => isWaiting(one) && !isOne(one, sent))]
  return storable(all).length === all.length
}

/** The most characters of all together that are stored: the storage takes an item of 64 kB at most, or none of it. */
const storedLength = 60_000
/** In the order in which they are stored: those that wait for a block, those that may still get into one, the others. */
const rankOf = (sent: Sent) => (isWaiting(sent) ? 0 : sent.status === 'lost' ? 1 : 2)

/** Returns what there is room for: small pictures, and as many as fit, first those that are still followed. */
function storable(all: readonly Sent[]): readonly Sent[] {
  let left = storedLength
  const small = all.map((sent) =>
    withSmallPicture({ ...sent, ...(sent.origin && { origin: storableTracked(sent.origin) }) }),
  )
  const kept = [...small]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .filter((sent) => {
      left -= JSON.stringify(sent).length + 1
      return left >= 0
    })
  return small.filter((sent) => kept.includes(sent))
}
