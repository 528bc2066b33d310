import type { Config, Features } from '../../core/Config.js'
import type { NetworkInput } from '../../protocol/entities/Network.js'
import type { ChainAdapter } from './ChainAdapter.js'
import type { AppKitThemeVariables } from './themeVariables.js'

/** A network in the incumbent's format: a viem chain, one of `latchkey/appkit/networks`, or your own object. */
export type AppKitNetwork = NetworkInput

/**
 * The options of the incumbent's `createAppKit`, plus those of {@link Config} that it lacks: `services`, `locale`,
 * `texts`, `storage`, `initialState`, `connectors`.
 */
export type AppKitOptions = Omit<Config, 'adapters' | 'features' | 'themeVariables'> & {
  readonly adapters?: readonly ChainAdapter[] | undefined
  readonly features?: AppKitFeatures | undefined
  readonly themeVariables?: AppKitThemeVariables | undefined
  /** No effect: the kit contains no vendor's SDK, and finds this wallet like any other. */
  readonly coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined
  /** No effect, for the same reason as `coinbasePreference`. To hide the wallet, use `excludeWalletIds`. */
  readonly enableCoinbase?: boolean | undefined
  /** No effect: the kit opens a wallet with the link that its platform needs. */
  readonly experimental_preferUniversalLinks?: boolean | undefined
  /** No effect, like in the incumbent. */
  readonly showWallets?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED`. */
  readonly universalProvider?: unknown
  /** Refused with `APPKIT_UNSUPPORTED`. */
  readonly universalProviderConfigOverride?: unknown
}

export type AppKitFeatures = Features & {
  /** The older option that `collapseWallets` replaces, with the opposite meaning. */
  readonly emailShowWallets?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED` if it is `true`. */
  readonly smartSessions?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED` if it is `true`. */
  readonly pay?: boolean | undefined
  /** Refused with `APPKIT_UNSUPPORTED` if it is `true`. */
  readonly reownAuthentication?: boolean | undefined
}
