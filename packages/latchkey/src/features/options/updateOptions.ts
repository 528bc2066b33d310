import type { Config, Features } from '../../core/Config.js'
import { type OptionName, optionsOf } from '../../core/options.js'
import { resolveConfig } from '../../core/resolveConfig.js'
import { defineSlot } from '../../core/slots.js'
import { KitError } from '../../protocol/errors.js'
import { publishConnectors } from '../connection/registerConnectors.js'
import { type Kit, update } from '../Kit.js'
import { withoutLists } from '../wallets/state.js'

/**
 * Changes options while the app runs: what is given goes over what is set, `features` name by name. A screen
 * that shows follows at once.
 *
 * Networks, the look and the language have actions of their own: `addNetwork`, `setThemeVariables`, `setLocale`; what
 * is set once is refused.
 *
 * @throws `CONFIG_INVALID` naming every problem, and how else an option can be changed; then nothing has changed.
 *
 * @example
 * ```ts
 * updateOptions(kit, { featuredWalletIds: ['c57ca95b…'], features: { legalCheckbox: true } })
 * ```
 */
export function updateOptions(kit: Kit, changes: updateOptions.Changes): void {
  refuseFixed(changes)
  const { defaultNetworkId: _, warnings, services, relay, ...config } = kit.config
  const { options } = kit.store.getState()
  const features = { ...options.features, ...changes.features }
  const given = changes.features === undefined ? changes : { ...changes, features }
  const resolved = resolveConfig({
    ...config,
    ...options,
    services: { ...services, relay },
    // The networks have taken these up already.
    customRpcUrls: undefined,
    chainImages: undefined,
    ...given,
  })
  update(kit, 'options', () => optionsOf(resolved))
  const told = kit.slots.ensure(toldWarnings, () => new Set(warnings))
  const news = resolved.warnings.filter((warning) => !told.has(warning))
  for (const warning of news) told.add(warning)
  if (resolved.debug && news.length > 0) console.warn(`[latchkey] ${news.join('; ')}`)
  if (changes.connectorImages !== undefined) publishConnectors(kit)
  // What is known is of the coin, or of the token of before.
  if (changes.tokens !== undefined) kit.cache.clear('balance ')
  if (Object.keys(given).some((name) => filters.has(name))) {
    kit.cache.clear('wallets ')
    update(kit, 'wallets', withoutLists)
  }
}

const toldWarnings = defineSlot<Set<string>>('options.warnings')

export declare namespace updateOptions {
  type Changes = Pick<Config, Exclude<OptionName, 'features'>> & {
    readonly features?: Omit<Features, 'analytics'> | undefined
  }
}

/** What the explorer's lists are made by. */
const filters: ReadonlySet<string> = new Set([
  'includeWalletIds',
  'excludeWalletIds',
  'featuredWalletIds',
  'customWallets',
])

const once = 'is set once, in `createKit`'
/** Why an option cannot be changed here, or what changes it. One without an answer does not compile. */
const fixed: { readonly [name in Exclude<keyof Config, keyof updateOptions.Changes>]: string } = {
  projectId: once,
  services: once,
  metadata: once,
  networks: 'is changed by `addNetwork` and `removeNetwork`',
  defaultNetwork: 'is where visitors start: use `switchNetwork`',
  adapters: once,
  connectors: 'is changed by `registerConnectors` and `unregisterConnectors`',
  customRpcUrls: once,
  chainImages: once,
  locale: 'is changed by `setLocale`',
  texts: once,
  themeMode: 'is changed by `setThemeMode`',
  themeVariables: 'is changed by `setThemeVariables`',
  enableEIP6963: once,
  enableInjected: once,
  enableWalletConnect: once,
  enableReconnect: once,
  enableAuthLogger: once,
  enableEmbedded: once,
  disableAppend: once,
  manualWCControl: once,
  siwx: once,
  siweConfig: once,
  defaultAccountTypes: once,
  storage: once,
  initialState: once,
  clock: once,
}

/** @throws `CONFIG_INVALID`: a name that is no option at all is left to the check of the whole. */
function refuseFixed(changes: updateOptions.Changes): void {
  const problems = Object.keys(changes).flatMap((name) =>
    Object.hasOwn(fixed, name) ? [`\`${name}\` ${fixed[name as keyof typeof fixed]}`] : [],
  )
  if (changes.features !== undefined && Object.hasOwn(changes.features, 'analytics')) {
    problems.push(`\`features.analytics\` ${once}`)
  }
  if (problems.length > 0) throw new KitError('CONFIG_INVALID', { slots: { problems: problems.join('; ') } })
}
