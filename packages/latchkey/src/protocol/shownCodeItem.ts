import type { StorageItem } from './storageItems.js'

/** Until when, in epoch milliseconds, a wallet may answer the last code that was shown in this browser. */
export const shownCodeItem: StorageItem<number> = {
  name: 'latchkey.shownCode',
  version: 1,
  read: (value) => (Number.isSafeInteger(value) ? Number(value) : undefined),
}
