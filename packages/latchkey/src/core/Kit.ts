import type { CaipNetworkId, Namespace } from '../protocol/caip.js'
import type { KitEvent } from '../protocol/events.js'
import type { Adapter } from './adapter.js'
import type { Cache } from './cache.js'
import type { Clock } from './clock.js'
import type { Connector } from './connector.js'
import type { Emitter } from './emitter.js'
import type { FixedConfig } from './options.js'
import type { Slots } from './slots.js'
import type { Storage } from './storage.js'
import type { Store } from './store.js'

/**
 * A kit: what `createKit` returns, and the first argument of every action. A page may have several.
 *
 * Its state is JSON in `store`; live objects are in the maps beside it, keyed by id.
 *
 * @typeParam networkId The ids of the networks in its config.
 */
export type Kit<state, networkId extends CaipNetworkId = CaipNetworkId> = {
  /** The options that `createKit` fixed. Options that may change are in the state, as `options`. */
  readonly config: FixedConfig<networkId>
  readonly store: Store<state>
  readonly events: Emitter<KitEvent>
  readonly storage: Storage
  readonly cache: Cache
  readonly clock: Clock
  readonly adapters: Map<Namespace, Adapter>
  readonly connectors: Map<string, Connector>
  /**
   * Objects that a feature keeps between two actions: abort controllers and timers. Stopping the kit ends some of them.
   */
  readonly slots: Slots
  /**
   * Finds wallets and restores a stored connection; before it, the kit does not touch the browser. Returns a stop
   * function.
   */
  start(): () => void
}
