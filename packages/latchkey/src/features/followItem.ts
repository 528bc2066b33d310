import type { StorageItem } from '../protocol/storageItems.js'
import type { Kit } from './Kit.js'

/** Tells of every change that another tab makes to a stored item, until the kit stops. Asked again, it goes on as it is. */
export function followItem(kit: Kit, item: StorageItem<unknown>, onChange: () => void): void {
  const key = `stop.${item.name}`
  if (kit.live.has(key)) return
  const stop = kit.storage.subscribe(item, onChange)
  kit.live.set(key, () => {
    stop()
    kit.live.delete(key)
  })
}
