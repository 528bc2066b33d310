import type { Wallet } from 'latchkey/protocol'
import type { IconName } from '../images/packageIcons.js'
import { bitcoinOnly } from './bitcoinOnly.js'
import type { Entry } from './Entry.js'
import { evmOnly } from './evmOnly.js'
import { hardware } from './hardware.js'
import { institutions } from './institutions.js'
import { mostUsed } from './mostUsed.js'
import { multiChain } from './multiChain.js'
import { polkadotFirst } from './polkadotFirst.js'
import { solanaOnly } from './solanaOnly.js'

const entries: readonly Entry[] = [
  ...mostUsed,
  ...multiChain,
  ...hardware,
  ...evmOnly,
  ...solanaOnly,
  ...bitcoinOnly,
  ...polkadotFirst,
  ...institutions,
]

/** A wallet on its way to clients, and the picture that belongs to it where it is not the tile with its initials. */
export type ListedWallet = { readonly wallet: Wallet; readonly icon?: IconName | undefined }

/**
 * The built-in wallets as clients read them, best known first. Their `order` leaves room between neighbours (10, 20, …)
 * for a host's own wallets.
 */
export function builtInWallets(): readonly ListedWallet[] {
  return entries.map((entry, index) => ({ wallet: toWallet(entry, (index + 1) * 10), icon: entry.icon }))
}

function toWallet(entry: Entry, order: number): Wallet {
  const { id, name, homepage, rdns, chains, mobile, desktop, web, injected = {} } = entry
  const { appStore, playStore, chromeStore } = entry
  const found = Object.entries(injected).flatMap(([namespace, ids]) =>
    ids.map((injected_id) => ({ namespace, injected_id })),
  )
  return {
    id,
    name,
    homepage,
    // A wallet's picture has the wallet's id: one less thing to keep in step.
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
