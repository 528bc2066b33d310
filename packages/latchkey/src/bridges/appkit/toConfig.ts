import type { Config, Features } from '../../core/Config.js'
import type { AppKitFeatures, AppKitOptions } from './AppKitOptions.js'
import { toThemeVariables } from './themeVariables.js'
import { unsupported } from './unsupported.js'

/**
 * Converts the incumbent's options to the kit's config.
 *
 * @throws `APPKIT_UNSUPPORTED` for an option that the kit cannot honour and that an app would miss.
 */
export function toConfig(options: AppKitOptions): Config {
  const {
    adapters,
    features,
    themeVariables,
    coinbasePreference,
    enableCoinbase,
    experimental_preferUniversalLinks,
    showWallets,
    universalProvider,
    universalProviderConfigOverride,
    ...rest
  } = options
  if (universalProvider !== undefined) {
    throw unsupported('universalProvider', 'the kit has a client of its own. Remove the option.')
  }
  if (universalProviderConfigOverride !== undefined) {
    throw unsupported(
      'universalProviderConfigOverride',
      'set RPC addresses with `customRpcUrls`, the first network with `defaultNetwork`.',
    )
  }
  const ignored = { coinbasePreference, enableCoinbase, experimental_preferUniversalLinks, showWallets }
  const names = Object.entries(ignored).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length > 0 && rest.debug !== false) {
    console.warn(`[latchkey] createAppKit: ${names.map((name) => `\`${name}\``).join(', ')} has no effect`)
  }
  return {
    ...rest,
    adapters: adapters?.map((adapter) => adapter.toAdapter()),
    features: features && toFeatures(features),
    themeVariables: toThemeVariables(themeVariables),
  }
}

/** @throws `APPKIT_UNSUPPORTED` */
export function toFeatures(features: AppKitFeatures): Features {
  const { emailShowWallets, smartSessions, pay, reownAuthentication, ...rest } = features
  if (smartSessions) throw unsupported('features.smartSessions', 'remove it, or set it to false.')
  if (pay) throw unsupported('features.pay', 'remove it, or set it to false.')
  if (reownAuthentication) {
    throw unsupported(
      'features.reownAuthentication',
      'sign visitors in with `siwx: serverSiwx(…)` and your own services.',
    )
  }
  return emailShowWallets === undefined ? rest : { collapseWallets: !emailShowWallets, ...rest }
}
