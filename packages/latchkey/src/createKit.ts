import { walletConnect } from './connectors/walletConnect/walletConnect.js'
import type { Config } from './core/Config.js'
import { createCache } from './core/cache.js'
import { systemClock } from './core/clock.js'
import { createEmitter } from './core/emitter.js'
import { refusals } from './core/refusals.js'
import { resolveConfig } from './core/resolveConfig.js'
import { createSlots } from './core/slots.js'
import { discoveries, starts } from './core/starts.js'
import { createStorage } from './core/storage.js'
import { localStorage } from './core/storageBackends.js'
import { createStore } from './core/store.js'
import { forgetAccounts } from './features/account/forgetAccounts.js'
import { onDisconnect } from './features/connection/farewells.js'
import { followSearch } from './features/connection/followSearch.js'
import { isKnownWallet } from './features/connection/isKnownWallet.js'
import { registerConnectors } from './features/connection/registerConnectors.js'
import { resumeConnections } from './features/connection/resumeConnections.js'
import { initialState } from './features/initialState.js'
import type { Kit, State } from './features/Kit.js'
import { restoreNetwork } from './features/network/restoreNetwork.js'
import { alertLater } from './features/notify/alertLater.js'
import { tellError, untold } from './features/notify/tellError.js'
import { earlyEvents, startedWith } from './features/startedWith.js'
import type { NetworkIdOf, NetworkInput } from './protocol/entities/Network.js'
import { KitError } from './protocol/errors.js'
import type { KitEvent } from './protocol/events.js'

/**
 * Makes a kit from a config. It sends no request, adds no listener and touches nothing outside, so it is safe on a
 * server. The kit begins to work with `kit.start()`, which the React provider calls.
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
    slots: createSlots(),
    start: () => start(kit),
  }
  kit.slots.set(refusals, (error) => alertLater(kit, error))
  onDisconnect(kit, forgetAccounts)
  if (resolved.initialState) restoreNetwork(kit, resolved.initialState.networkId)
  const connectors = [...(resolved.connectors ?? [])]
  if (resolved.enableWalletConnect !== false && resolved.manualWCControl !== true)
    connectors.push(walletConnect(kit, () => protocolsOf(kit)))
  registerConnectors(kit, connectors)
  return kit as Kit<NetworkIdOf<networks[number]>>
}

async function protocolsOf(kit: Kit) {
  const { walletProtocolsOf } = await import('./adapters/walletProtocols.js')
  return walletProtocolsOf(kit)
}

function start(kit: Kit): () => void {
  const count = kit.slots.set(starts, (kit.slots.get(starts) ?? 0) + 1)
  // React's StrictMode starts twice, and two providers may share a kit: the first start begins, the last stop ends.
  if (count === 1) begin(kit)
  let isStopped = false
  return () => {
    if (isStopped) return
    isStopped = true
    const left = kit.slots.set(starts, (kit.slots.get(starts) ?? 1) - 1)
    if (left === 0) kit.slots.stop()
  }
}

function begin(kit: Kit): void {
  const { config, clock, slots } = kit
  slots.onStop(
    kit.storage.onTrouble(() => slots.set(untold, () => tellError(kit, new KitError('STORAGE_UNAVAILABLE')))),
  )
  if (kit.store.getState().options.features?.analytics === true) {
    const events: KitEvent[] = []
    const stop = kit.events.subscribe((event) => void events.push(event))
    slots.set(earlyEvents, { events, stop })
    slots.onStop(stop)
  }
  kit.events.emit({ type: 'INITIALIZE' })
  restoreNetwork(kit)
  const context = {
    clock,
    isAnnouncedEnabled: config.enableEIP6963 !== false,
    isInjectedEnabled: config.enableInjected !== false,
    isKnown: (rdns: string) => isKnownWallet(kit, rdns),
  }
  const searches = slots.set(discoveries, new Map())
  for (const [namespace, adapter] of kit.adapters) {
    searches.set(namespace, adapter.discover(context, followSearch(kit)))
  }
  slots.onStop(() => searches.forEach((stop) => void stop()))
  loadRest(kit)
  if (config.enableReconnect !== false) slots.onStop(resumeConnections(kit))
}

/** Loads `features/startLater.ts`, which may come a moment after the page. */
function loadRest(kit: Kit): void {
  let isStopped = false
  kit.slots.set(startedWith, kit.store.getState())
  kit.slots.onStop(() => {
    isStopped = true
  })
  import('./features/startLater.js').then(
    ({ startLater }) => {
      if (!isStopped) startLater(kit)
    },
    // The modal loads most of these parts itself when it is drawn, so a failure is only logged.
    (cause: unknown) =>
      console.error(new KitError('SERVICE_UNREACHABLE', { slots: { service: 'modal' }, cause })),
  )
}
