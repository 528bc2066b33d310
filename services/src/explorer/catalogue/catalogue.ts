import type { Wallet } from 'latchkey/protocol'
import type { IconName } from '../images/packageIcons.js'
import { bitcoinOnly } from './bitcoinOnly.js'
import type { Entry } from './Entry.js'
import { evmOnly } from './evmOnly.js'
import { hardware } from './hardware.js'
import { institutions } from './institutions.js'
import { moreEvmOnly } from './moreEvmOnly.js'
import { moreMultiChain } from './moreMultiChain.js'
import { mostUsed } from './mostUsed.js'
import { multiChain } from './multiChain.js'
import { polkadotFirst } from './polkadotFirst.js'
import { solanaOnly } from './solanaOnly.js'

const entries: readonly Entry[] = [
  ...mostUsed,
  ...multiChain,
  ...moreMultiChain,
  ...hardware,
  ...evmOnly,
  ...moreEvmOnly,
  ...solanaOnly,
  ...bitcoinOnly,
  ...polkadotFirst,
  ...institutions,
]

/** A wallet as clients receive it, with its icon; without an icon it gets a tile with its initials. */
export type ListedWallet = { readonly wallet: Wallet; readonly icon?: IconName | undefined }

/**
 * Returns the built-in wallets as clients read them, best known first. Their `order` values leave gaps (10, 20, …) for
 * a host's own wallets.
 */
export function builtInWallets(): readonly ListedWallet[] {
  return entries.map((entry, index) => ({ wallet: toWallet(entry, (index + 1) * 10), icon: entry.icon }))
}

function toWallet(entry: Entry, order: number): Wallet {
  const { id, name, homepage, rdns, chains, mobile, desktop, web, injected = {} } = entry
  const { appStore, playStore, chromeStore } = entry
  const found = Object.entries(injected).flatMap(([namespace, ids]) =>
    (ids ?? []).map((injected_id) => ({ namespace, injected_id })),
  )
  return {
    id,
    name,
    homepage,
    // A wallet's picture has the wallet's id, so the two cannot disagree.
    image_id: id,
    order,
    chains: [...chains],
    badge_type: entry.certified === true ? 'certified' : 'none',
    ...(rdns && { rdns }),
    ...(mobile && { mobile_link: mobile }),
    ...(desktop && { desktop_link: desktop }),
    ...(web && { webapp_link: web }),
    ...(appStore && { app_store: `https://apps.apple.com/app/${appStore}` }),
    ...(playStore && { play_store: `https://play.google.com/store/apps/details?id=${playStore}` }),
    ...(chromeStore && { chrome_store: `https://chromewebstore.google.com/detail/${chromeStore}` }),
    ...(found.length > 0 && { injected: found }),
  }
}
