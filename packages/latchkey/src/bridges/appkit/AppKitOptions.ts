import type { Config, Features } from '../../core/Config.js'
import type { NetworkInput } from '../../protocol/entities/Network.js'
import type { ChainAdapter } from './ChainAdapter.js'
import type { AppKitThemeVariables } from './themeVariables.js'

/** A network of the incumbent's: a chain of viem, one of `latchkey/appkit/networks`, or an object of your own. */
export type AppKitNetwork = NetworkInput

/**
 * The options of the incumbent's `createAppKit`, plus those of {@link Config} that it lacks: `services`, `locale`,
 * `texts`, `storage`, `initialState`, `connectors`.
 */
export type AppKitOptions = Omit<Config, 'adapters' | 'features' | 'themeVariables'> & {
  readonly adapters?: readonly ChainAdapter[] | undefined
  readonly features?: AppKitFeatures | undefined
  readonly themeVariables?: AppKitThemeVariables | undefined
  /** No effect: no vendor's SDK is part of the kit, its wallet is found as any other is. */
  readonly coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** No effect: as `coinbasePreference`. To leave the wallet out, use `excludeWalletIds`. */
  readonly enableCoinbase?: boolean | undefined
  /** No effect: a wallet is opened by the link that its platform needs. */
  readonly experimental_preferUniversalLinks?: boolean | undefined
  /** No effect, as in the incumbent's. */
  readonly showWallets?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED`. */
  readonly universalProvider?: unknown
  /** Refused with `APPKIT_UNSUPPORTED`. */
  readonly universalProviderConfigOverride?: unknown
}

export type AppKitFeatures = Features & {
  /** The older name of `collapseWallets`, turned round. */
  readonly emailShowWallets?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED` where it is `true`. */
  readonly smartSessions?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED` where it is `true`. */
  readonly pay?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED` where it is `true`. */
  readonly reownAuthentication?: boolean | undefined
}
