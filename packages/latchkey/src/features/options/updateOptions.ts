import type { Config, Features } from '../../core/Config.js'
import { type ResolvedConfig, resolveConfig } from '../../core/resolveConfig.js'
import { publishConnectors } from '../connection/registerConnectors.js'
import { type Kit, update } from '../Kit.js'
import { withoutLists } from '../wallets/state.js'

/**
 * Changes options while the app runs: what is given goes over what is set, `features` name by name. It counts from the
 * next screen on; one that shows stays as it is until something on it changes.
 *
 * Networks, the look and the language have actions of their own: `addNetwork`, `setThemeVariables`, `setLocale`.
 *
 * @throws `CONFIG_INVALID` naming every problem; then nothing has changed.
 *
 * @example
 * ```ts
 * updateOptions(kit, { featuredWalletIds: ['c57ca95b…'], features: { legalCheckbox: true } })
 * ```
 */
export function updateOptions(kit: Kit, changes: updateOptions.Changes): void {
  const { defaultNetworkId: _, warnings: __, services, relay, ...config } = kit.config
  const features = { ...config.features, ...changes.features }
  const given = changes.features === undefined ? changes : { ...changes, features }
  const resolved = resolveConfig({
    ...config,
    services: { ...services, relay },
    // The networks have taken these up already.
    customRpcUrls: undefined,
    chainImages: undefined,
    ...given,
  })
  const names = Object.keys(given) as (keyof updateOptions.Changes)[]
  const taken = Object.fromEntries(names.map((name) => [name, resolved[name]]))
  // The one place that writes it: all others read.
  Object.assign(kit.config as { -readonly [name in keyof ResolvedConfig]: ResolvedConfig[name] }, taken)
  if (changes.connectorImages !== undefined) publishConnectors(kit)
  if (names.some((name) => filters.has(name))) {
    kit.cache.clear('wallets ')
    update(kit, 'wallets', withoutLists)
  }
}

export declare namespace updateOptions {
  type Changes = Pick<
    Config,
    | 'allWallets'
    | 'includeWalletIds'
    | 'excludeWalletIds'
    | 'featuredWalletIds'
    | 'customWallets'
    | 'termsConditionsUrl'
    | 'privacyPolicyUrl'
    | 'connectorImages'
    | 'tokens'
    | 'enableWallets'
    | 'enableWalletGuide'
    | 'enableNetworkSwitch'
    | 'allowUnsupportedChain'
    | 'debug'
  > & { readonly features?: Omit<Features, 'analytics'> | undefined }
}

/** What the explorer's lists are made by. */
const filters: ReadonlySet<string> = new Set([
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
])
