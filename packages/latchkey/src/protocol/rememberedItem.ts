import type { Namespace } from './caip.js'
import { isRecord } from './checks.js'
import { byNamespace, isShortText, type StorageItem } from './storageItems.js'

/** The account of each connected namespace, for a server that renders the page; stored only if one receives it. */
export const rememberedItem: StorageItem<{ readonly [namespace in Namespace]?: string }> = {
  name: 'latchkey.accounts',
  version: 1,
  read(value) {
    if (!isRecord(value)) return undefined
    const entries = byNamespace(value).flatMap(([namespace, address]) =>
      isShortText(address) ? [[namespace, address] as const] : [],
    )
    return Object.fromEntries(entries)
  },
}
