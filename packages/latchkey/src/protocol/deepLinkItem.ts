import { isRecord } from './checks.js'
import { toWalletLink } from './schema/walletLink.js'
import { isShortText, type StorageItem } from './storageItems.js'

/** The link that brings the connected wallet's app to the front, and its name. */
export const deepLinkItem: StorageItem<{ readonly href: string; readonly name: string }> = {
  name: 'latchkey.deepLink',
  version: 1,
  read(value) {
    if (!isRecord(value) || !isShortText(value.href) || !isShortText(value.name)) return undefined
    const href = toWalletLink(value.href)
    return href === undefined ? undefined : { href, name: value.name }
  },
}
