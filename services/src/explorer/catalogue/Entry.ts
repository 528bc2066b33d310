import type { CaipNetworkId, Namespace } from 'latchkey/protocol'
import type { IconName } from '../images/packageIcons.js'

/** A wallet of the built-in catalogue: facts only, each one left out where it is not known for sure. */
export type Entry = {
  /**
   * What apps name the wallet by (`featuredWalletIds`): the id it is known by across the field, so that an app's
   * configuration goes on to work, else one of our own from `ownId`. Never changes.
   */
  readonly id: string
  readonly name: string
  /** What the wallet's provider announces by EIP-6963. */
  readonly rdns?: string | undefined
  readonly homepage: string
  /** Its picture; without one the wallet gets a tile with its initials. */
  readonly icon?: IconName | undefined
  /** What opens the phone app with a pairing: `<mobile>/wc?uri=…`. Absent where the app takes no pairing. */
  readonly mobile?: string | undefined
  /** The same for a desktop app, and for a wallet that is a web page. */
  readonly desktop?: string | undefined
  readonly web?: string | undefined
  /** `id1438144202` of `https://apps.apple.com/app/id1438144202`. */
  readonly appStore?: `id${number}` | undefined
  /** The Android package. */
  readonly playStore?: string | undefined
  /** The extension's 32 letters. */
  readonly chromeStore?: string | undefined
  /** Where the wallet is known to work. */
  readonly chains: readonly CaipNetworkId[]
  /** By what a page knows the wallet's provider when it does not announce itself: a flag, or a path from `window`. */
  readonly injected?: { readonly [namespace in Namespace]?: readonly string[] } | undefined
  /** Whether the wallet carries the WalletConnect project's certification. */
  readonly certified?: true | undefined
}
