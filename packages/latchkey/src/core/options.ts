import type { CaipNetworkId } from '../protocol/caip.js'
import type { ResolvedConfig } from './resolveConfig.js'

/** The options that can change while the app runs. They are in the state, so that open screens follow them. */
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

/** The options of a config that can change. Plain JSON, in `state.options`. */
export type Options = Pick<ResolvedConfig, OptionName>

/** A config without the options that can change: see {@link Options}. */
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
