import type { Config } from '../core/Config.js'
import { memoryStorage } from '../core/storageBackends.js'
import { createKit } from '../createKit.js'
import type { Kit } from '../features/Kit.js'
import { followEnded } from '../features/modal/followEnded.js'
import { watchConnection } from '../features/modal/watchConnection.js'
import { createTestClock, type TestClock } from './createTestClock.js'
import { mockAdapter } from './mockAdapter.js'
import { mockNetwork } from './mockNetwork.js'

export type TestKit = Kit & { readonly clock: TestClock }

/**
 * Makes a real kit whose surroundings a test controls: a clock that a test advances, storage in memory, the chains 1
 * and 10, an adapter without wallets, no service and no connection protocol. `config` overrides any of these.
 *
 * @example
 * ```ts
 * const wallet = mockConnector({}, { connect: () => mockSession() })
 * const kit = createTestKit({ connectors: [wallet] })
 * await connect(kit, { connectorId: 'mock' })
 * ```
 */
export function createTestKit(config: Partial<Omit<Config, 'clock'>> = {}): TestKit {
  const clock = createTestClock()
  const kit = createKit({
    services: {},
    networks: [mockNetwork(1), mockNetwork(10)],
    adapters: [mockAdapter()],
    storage: memoryStorage(),
    enableWalletConnect: false,
    ...config,
    clock,
  })
  // As in a page, the modal follows the connection from the start.
  watchConnection(kit)
  followEnded(kit)
  return { ...kit, clock }
}
