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
 * A kit: what `createKit` returns and every action takes first. Two kits on one page are two values.
 *
 * Its state is JSON in `store`; live things are in the maps beside it, keyed by id.
 *
 * @typeParam networkId The ids of the networks it was made with.
 */
export type Kit<state, networkId extends CaipNetworkId = CaipNetworkId> = {
  /** What was set once, in `createKit`. What may change is in the state, as `options`. */
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
  /** Touches the browser for the first time: finds wallets, restores a stored connection. Returns how to stop. */
  start(): () => void
}
