import type { CaipNetworkId, Namespace } from 'latchkey/protocol'
import type { IconName } from '../images/packageIcons.js'

/** A wallet of the built-in catalogue. Facts only; a field is left out unless its value is certain. */
export type Entry = {
  /**
   * The id that apps name the wallet by (`featuredWalletIds`): the well-known id, so that existing configurations keep
   * working, or one from `ownId`. Never changes.
   */
  readonly id: string
  readonly name: string
  /** The rdns that the wallet's provider announces (EIP-6963). */
  readonly rdns?: string | undefined
  readonly homepage: string
  /** The wallet's icon; without one it gets a tile with its initials. */
  readonly icon?: IconName | undefined
  /** The link that opens the phone app with a pairing: `<mobile>/wc?uri=…`. Absent if the app takes no pairing. */
  readonly mobile?: string | undefined
  /** The same for a desktop app or a web wallet. */
  readonly desktop?: string | undefined
  readonly web?: string | undefined
  /** `id1438144202` of `https://apps.apple.com/app/id1438144202`. */
  readonly appStore?: `id${number}` | undefined
  /** The Android package. */
  readonly playStore?: string | undefined
  /** The extension's id of 32 letters. */
  readonly chromeStore?: string | undefined
  /** The chains that the wallet is known to support. */
  readonly chains: readonly CaipNetworkId[]
  /**
   * How a page detects the wallet's provider if the provider does not announce itself: a flag, or a path from `window`.
   */
  readonly injected?: { readonly [namespace in Namespace]?: readonly string[] } | undefined
  /** Whether the wallet has the WalletConnect project's certification. */
  readonly certified?: true | undefined
}
