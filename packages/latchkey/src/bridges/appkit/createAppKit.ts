import { createKit } from '../../createKit.js'
import { type Mounted, mount } from '../../mount/mount.js'
import type { AppKit } from './AppKit.js'
import type { AppKitOptions } from './AppKitOptions.js'
import { accountMethods } from './accountMethods.js'
import { getCurrent, setCurrent } from './current.js'
import { defineAppKitElements } from './elements.js'
import { followProviders } from './followProviders.js'
import { createInstance, type Instance } from './Instance.js'
import { modalMethods } from './modalMethods.js'
import { networkMethods } from './networkMethods.js'
import { optionMethods } from './optionMethods.js'
import { followKit, subscriptions } from './subscriptions.js'
import { adoptThemeSheet } from './themeVariables.js'
import { toConfig } from './toConfig.js'

/**
 * The incumbent's `createAppKit` over a kit: finds the page's wallets, restores a stored connection, appends the modal
 * to the body and defines `<appkit-button>` and its siblings. Each call makes a new instance, and the elements use the
 * newest one. On a server it touches nothing.
 *
 * @throws `CONFIG_INVALID` naming every problem; `APPKIT_UNSUPPORTED` for what the kit cannot honour.
 *
 * @example
 * ```ts
 * import { createAppKit } from 'latchkey/appkit'
 * import { EthersAdapter } from 'latchkey/appkit/adapters'
 * import { mainnet } from 'latchkey/appkit/networks'
 *
 * const modal = createAppKit({
 *   projectId: 'open',
 *   services: 'https://wallet.example.com',
 *   networks: [mainnet],
 *   adapters: [new EthersAdapter()],
 * })
 * ```
 */
export function createAppKit(options: AppKitOptions): AppKit {
  return makeAppKit(options, 'html')
}

/**
 * @param platform The platform's name in `version`.
 * @param onDestroy Called when the instance has been removed from the page.
 */
export function makeAppKit(
  options: AppKitOptions,
  platform: 'html' | 'react',
  onDestroy: () => void = () => {},
): AppKit {
  const kit = createKit(toConfig(options))
  const instance = createInstance(kit, options)
  const { adapters = [] } = options
  let stop = () => {}
  const appKit: AppKit = {
    ...modalMethods(instance),
    ...accountMethods(instance),
    ...networkMethods(instance),
    ...optionMethods(instance),
    ...subscriptions(instance),
    options,
    version: `${platform}-${adapters.map(({ adapterType }) => adapterType).join(',') || 'universal'}-${version}`,
    chainAdapters: Object.fromEntries(adapters.map((adapter) => [adapter.namespace, adapter])),
    chainNamespaces: [...new Set(kit.config.networks.map(({ chainNamespace }) => chainNamespace))],
    kit,
    destroy() {
      stop()
      if (getCurrent()?.instance === instance) setCurrent(undefined)
      onDestroy()
    },
  }
  for (const adapter of adapters) adapter.attach?.(kit)
  setCurrent({ appKit, instance })
  if (typeof document !== 'undefined') stop = begin(instance)
  return appKit
}

/** The incumbent's release whose names this bridge implements. */
const version = '1.8.0'

function begin(instance: Instance): () => void {
  const { kit } = instance
  const { disableAppend = false, enableEmbedded = false } = kit.config
  // When the kit is embedded, the modal waits for `<appkit-modal>`.
  const mounted: Pick<Mounted, 'unmount'> =
    disableAppend || enableEmbedded ? { unmount: kit.start() } : mount(kit)
  const stops = [followKit(instance), followProviders(instance), adoptThemeSheet(), () => mounted.unmount()]
  defineAppKitElements()
  return () => {
    for (const stop of stops) stop()
  }
}
