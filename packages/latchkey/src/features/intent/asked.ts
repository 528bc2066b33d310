import {
  initialIntentState,
  isOpen,
  isTransfer,
  type Tracked,
  type TransferIntent,
  withOpen,
  withoutOpen,
} from '../../core/intent.js'
import { isStoredOpenTransfer } from '../../core/isStoredOpenTransfer.js'
import { defineSlot } from '../../core/slots.js'
import type { StorageItem } from '../../protocol/storageItems.js'
import { followItem } from '../followItem.js'
import { type Kit, update } from '../Kit.js'
import { storedImage } from '../storedImage.js'
import { withSmallPicture } from '../withSmallPicture.js'

type TrackedTransfer = Tracked<TransferIntent>

/** How many are stored: one for each account and network, and what its wallet has refused. */
const limit = 40

/** The transfers that are requested and not settled. They are stored, so that a reload and other tabs find them. */
export const askedItem: StorageItem<readonly TrackedTransfer[]> = {
  name: 'latchkey.asked',
  version: 1,
  read: (value) => (Array.isArray(value) ? value.filter(isStoredOpenTransfer) : undefined),
}

/** The ids of the requests that this page has made and that the wallet has not answered, or that are not stored. */
const ownRequests = defineSlot<Set<string>>('intent.ownRequests')

/** Reads the open requests from the storage when they are first needed, and then follows the changes of other tabs. */
export function loadAsked(kit: Kit): void {
  followItem(kit, askedItem, () => readAsked(kit))
  if (kit.store.getState().intent === undefined) readAsked(kit)
}

/**
 * Keeps the status of an intent. A transfer is also stored while it is open and after a refusal. Returns whether a
 * reload will find it; `true` for an intent that is not a transfer, since it need not be found.
 */
export function keepTracked(kit: Kit, tracked: Tracked): boolean {
  loadAsked(kit)
  const before = stored(kit)
  update(kit, 'intent', (state = initialIntentState) => withOpen(state, tracked))
  const isStored = !isTransfer(tracked) || store(kit, before, tracked)
  const own = kit.slots.ensure(ownRequests, () => new Set())
  if (tracked.status === 'asked' || (isOpen(tracked) && !isStored)) own.add(tracked.intent.id)
  else own.delete(tracked.intent.id)
  return isStored
}

function store(kit: Kit, before: readonly TrackedTransfer[], tracked: TrackedTransfer): boolean {
  const others = before.filter(({ intent }) => intent.id !== tracked.intent.id)
  const list = storable(tracked.status === 'notSent' ? others : [...others, tracked])
  return list !== undefined && kit.storage.write(askedItem, list)
}

/** The most characters of all together: an item of more than 64 kB would not be read back. */
const storedLength = 60_000

/** Makes room by leaving out the oldest refused ones; `undefined` if the open ones alone are too many. */
function storable(all: readonly TrackedTransfer[]): readonly TrackedTransfer[] | undefined {
  const list = all.map(storableTracked)
  while (list.length > limit || JSON.stringify(list).length > storedLength) {
    const refused = list.findIndex(({ status }) => status === 'refused')
    if (refused < 0) return undefined
    list.splice(refused, 1)
  }
  return list
}

/** With its picture only if the page may load it: whoever writes to the storage could name a server of theirs. */
export function withStoredImage(kit: Kit, tracked: TrackedTransfer): TrackedTransfer {
  const { intent } = tracked
  return { ...tracked, intent: { ...intent, iconUrl: storedImage(kit, intent.iconUrl) } }
}

/** As it is stored. */
export function storableTracked(tracked: TrackedTransfer): TrackedTransfer {
  return { ...tracked, intent: withSmallPicture(tracked.intent) }
}

/**
 * Forgets an intent that was answered, or whose outcome is kept elsewhere. An intent stays if the wallet has answered
 * it and its outcome is unknown all the same.
 */
export function dropTracked(kit: Kit, { intent, status }: Tracked): void {
  const now = kit.store.getState().intent?.open.find((one) => one.intent.id === intent.id)
  if (status === 'sent' && now?.status === 'unknown') return
  const before = stored(kit)
  kit.slots.get(ownRequests)?.delete(intent.id)
  update(kit, 'intent', (state = initialIntentState) => withoutOpen(state, intent.id))
  if (intent.kind !== 'transfer') return
  const others = before.filter((one) => one.intent.id !== intent.id)
  if (others.length < before.length) kit.storage.write(askedItem, others)
}

/**
 * Reads the stored transfers. The kit never deletes the item: if it is absent or unreadable although this page knows of
 * transfers, the host's page has emptied the storage, and this stores them again.
 */
function stored(kit: Kit): readonly TrackedTransfer[] {
  const found = kit.storage.read(askedItem)
  if (found !== undefined) return found
  const open = kit.store.getState().intent?.open ?? []
  const known = open.filter(isTransfer).filter(({ status }) => status !== 'notSent')
  // With those that had no room before, all together would not be read back.
  const list = storable(known) ?? storable(known.filter(({ intent }) => !intent.isUnstored))
  if (list?.length) kit.storage.write(askedItem, list)
  return known
}

/**
 * Reads the open requests from the storage again: another tab may have written some before the event of that arrives.
 *
 * The stored requests replace those in the state, except for what only this page knows: intents that are not transfers,
 * those that ended, and the page's own requests that the wallet has not answered.
 */
export function readAsked(kit: Kit): void {
  const all = stored(kit).map((one) => withStoredImage(kit, one))
  const own = kit.slots.get(ownRequests)
  update(kit, 'intent', (state = initialIntentState) => {
    const kept = state.open.filter((one) => !isTransfer(one) || !isOpen(one) || own?.has(one.intent.id))
    return all.reduce(withOpen, { ...state, open: kept })
  })
}
