import { walletConnect } from './connectors/walletConnect/walletConnect.js'
import type { Config } from './core/Config.js'
import { createCache } from './core/cache.js'
import { systemClock } from './core/clock.js'
import { createEmitter } from './core/emitter.js'
import { resolveConfig } from './core/resolveConfig.js'
import { createStorage } from './core/storage.js'
import { localStorage } from './core/storageBackends.js'
import { createStore } from './core/store.js'
import { registerConnectors } from './features/connection/registerConnectors.js'
import { resumeConnections } from './features/connection/resumeConnections.js'
import { initialState } from './features/initialState.js'
import type { Kit, State } from './features/Kit.js'
import { storageTroubleKey } from './features/modal/openModal.js'
import { restoreNetwork } from './features/network/restoreNetwork.js'
import { showAlert } from './features/notify/showAlert.js'
import type { NetworkIdOf, NetworkInput } from './protocol/entities/Network.js'
import type { KitEvent } from './protocol/events.js'

/**
 * Makes a kit from a config. Pure wiring: no request, no listener, nothing touched outside, so it is safe on a server;
 * `kit.start()` is where it comes to life (the React provider calls it).
 *
 * @throws `CONFIG_INVALID` naming every problem of the config; `SIWE_AND_SIWX`.
 *
 * @example
 * ```ts
 * import { createKit } from 'latchkey'
 * import { eip155 } from 'latchkey/eip155'
 * import { mainnet } from 'latchkey/networks'
 *
 * const kit = createKit({
 *   services: 'https://wallet.example.com',
 *   networks: [mainnet],
 *   adapters: [eip155()],
 * })
 * ```
 */
export function createKit<const networks extends readonly [NetworkInput, ...NetworkInput[]]>(
  config: Config<networks>,
): Kit<NetworkIdOf<networks[number]>> {
  const resolved = resolveConfig(config)
  const clock = config.clock ?? systemClock
  const kit: Kit = {
    config: resolved,
    store: createStore<State>(initialState(resolved)),
    events: createEmitter<KitEvent>(),
    storage: createStorage(config.storage ?? localStorage()),
    cache: createCache(clock),
    clock,
    adapters: new Map(resolved.adapters?.map((adapter) => [adapter.namespace, adapter])),
    connectors: new Map(),
    live: new Map(),
    start: () => start(kit),
  }
  if (resolved.initialState) restoreNetwork(kit, resolved.initialState.networkId)
  const connectors = [...(resolved.connectors ?? [])]
  if (resolved.enableWalletConnect !== false && resolved.manualWCControl !== true)
    connectors.push(walletConnect(kit))
  registerConnectors(kit, connectors)
  return kit as Kit<NetworkIdOf<networks[number]>>
}

function start(kit: Kit): () => void {
  const starts = (kit.live.get('kit.starts') as number | undefined) ?? 0
  kit.live.set('kit.starts', starts + 1)
  // React's StrictMode starts twice; two providers may share a kit. The first start counts, the last stop ends it.
  if (starts === 0) kit.live.set('kit.stop', begin(kit))
  let isStopped = false
  return () => {
    if (isStopped) return
    isStopped = true
    const left = ((kit.live.get('kit.starts') as number | undefined) ?? 1) - 1
    kit.live.set('kit.starts', left)
    if (left === 0) (kit.live.get('kit.stop') as (() => void) | undefined)?.()
  }
}

function begin(kit: Kit): () => void {
  const { config, clock } = kit
  if (config.projectId === undefined) showAlert(kit, 'PROJECT_ID_NOT_CONFIGURED')
  if (config.debug && config.warnings.length > 0) console.warn(`[latchkey] ${config.warnings.join('; ')}`)
  const stops = [kit.storage.onTrouble(() => kit.live.set(storageTroubleKey, true))]
  restoreNetwork(kit)
  const context = {
    clock,
    isAnnouncedEnabled: config.enableEIP6963 !== false,
    isInjectedEnabled: config.enableInjected !== false,
  }
  for (const adapter of kit.adapters.values()) {
    stops.push(adapter.discover(context, (connectors) => registerConnectors(kit, connectors)))
  }
  // Loaded only for the hosts that ask for it: features/startOptional.ts.
  const isForeign = !/^en/.test(config.locale ?? globalThis.navigator?.language ?? 'en')
  if (
    config.siwx ??
    config.siweConfig ??
    (config.features?.analytics || config.storage?.isSentToServer || isForeign)
  )
    void import('./features/startOptional.js').then((module) => module.startOptional(kit))
  if (config.enableReconnect !== false) stops.push(resumeConnections(kit))
  return () => {
    for (const stop of stops) stop()
    // What features began since then: see `Kit.live`.
    for (const [key, stop] of kit.live) {
      if (key.startsWith('stop.') && typeof stop === 'function') stop()
    }
  }
}
