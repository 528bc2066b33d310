import { defineSlot } from '../core/slots.js'
import type { StorageItem } from '../protocol/storageItems.js'
import type { Kit } from './Kit.js'

/** The names of the items that are followed. */
const followed = defineSlot<Set<string>>('storage.followed')

/** Calls `onChange` when another tab changes a stored item, until the kit stops. A second call changes nothing. */
export function followItem(kit: Kit, item: StorageItem<unknown>, onChange: () => void): void {
  const names = kit.slots.ensure(followed, () => new Set())
  if (names.has(item.name)) return
  names.add(item.name)
  const stop = kit.storage.subscribe(item, onChange)
  kit.slots.onStop(() => {
    stop()
    names.delete(item.name)
  })
}
