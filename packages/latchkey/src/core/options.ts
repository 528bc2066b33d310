import type { CaipNetworkId } from '../protocol/caip.js'
import type { ResolvedConfig } from './resolveConfig.js'

/** The options that change while the app runs: they live in the state, so that a screen that shows follows them. */
export const optionNames = [
  'allWallets',
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
  'termsConditionsUrl',
  'privacyPolicyUrl',
  'connectorImages',
  'tokens',
  'enableWallets',
  'enableWalletGuide',
  'enableNetworkSwitch',
  'allowUnsupportedChain',
  'debug',
  'features',
] as const satisfies readonly (keyof ResolvedConfig)[]

export type OptionName = (typeof optionNames)[number]

/** What may change of a config. Plain JSON, in `state.options`. */
export type Options = Pick<ResolvedConfig, OptionName>

/** A config without what may change: see {@link Options}. */
export type FixedConfig<networkId extends CaipNetworkId = CaipNetworkId> = Omit<
  ResolvedConfig<networkId>,
  OptionName
>

export function optionsOf(config: ResolvedConfig): Options {
  const entries = optionNames.flatMap((name) =>
    config[name] === undefined ? [] : [[name, config[name]] as const],
  )
  return { debug: config.debug, ...Object.fromEntries(entries) }
}
