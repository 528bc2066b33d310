import type { Adapter } from '../../core/adapter.js'
import type { Clock } from '../../core/clock.js'
import type { FixedConfig } from '../../core/options.js'
import type { Slots } from '../../core/slots.js'
import type { Storage } from '../../core/storage.js'
import type { Namespace } from '../../protocol/caip.js'

/** The parts of the kit that the connector needs. */
export type WalletConnectContext = {
  readonly config: FixedConfig
  readonly clock: Clock
  readonly storage: Storage
  readonly adapters: ReadonlyMap<Namespace, Adapter>
  /** The kit's, where a way to sign in is found: see `signInOffer`. */
  readonly slots: Pick<Slots, 'get'>
}
