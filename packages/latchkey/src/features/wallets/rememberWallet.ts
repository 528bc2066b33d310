import * as v from 'valibot'
import { recentWalletCount } from '../../protocol/constants.js'
import { deepLinkItem } from '../../protocol/deepLinkItem.js'
import { type Wallet, walletSchema } from '../../protocol/entities/Wallet.js'
import { listOf } from '../../protocol/schema/list.js'
import type { StorageItem } from '../../protocol/storageItems.js'
import { type Kit, update } from '../Kit.js'
import { storedImage } from '../storedImage.js'

/** The wallets last connected with, newest first. */
const recentWalletsItem: StorageItem<readonly Wallet[]> = {
  name: 'latchkey.recentWallets',
  version: 1,
  read(value) {
    const result = v.safeParse(listOf(walletSchema, recentWalletCount), value)
    return result.success ? result.output : undefined
  },
}

/** Puts a wallet first in the list of the two last used, and stores the list (spec §2 "Recent wallets kept"). */
export function rememberWallet(kit: Kit, wallet: Wallet): void {
  update(kit, 'wallets', (wallets) => {
    const others = wallets.recent.filter(({ id }) => id !== wallet.id)
    return { ...wallets, recent: [wallet, ...others].slice(0, recentWalletCount) }
  })
  kit.storage.write(recentWalletsItem, kit.store.getState().wallets.recent)
}

/** Reads the wallets last used from storage; the connect screen calls it when it opens. */
export function recallWallets(kit: Kit): void {
  const recent = (kit.storage.read(recentWalletsItem) ?? []).map(({ image_url, ...wallet }): Wallet => {
    const image = storedImage(kit, image_url)
    return image === undefined ? wallet : { ...wallet, image_url: image }
  })
  update(kit, 'wallets', (wallets) => ({ ...wallets, recent }))
}

/** Keeps the link that brings a wallet's app to the front, for the requests that follow the connection. */
export function rememberDeepLink(kit: Kit, { mobile_link, name }: Wallet): void {
  kit.storage.write(deepLinkItem, mobile_link === undefined ? undefined : { href: mobile_link, name })
}
