import type { Config } from '../core/Config.js'
import { memoryStorage } from '../core/storageBackends.js'
import { createKit } from '../createKit.js'
import type { Kit } from '../features/Kit.js'
import { createTestClock, type TestClock } from './createTestClock.js'
import { mockAdapter } from './mockAdapter.js'
import { mockNetwork } from './mockNetwork.js'

export type TestKit = Kit & { readonly clock: TestClock }

/**
 * A real kit with everything around it in a test's hands: a clock that stands still, storage in memory, the chains 1 and
 * 10, an adapter without wallets, no service and no connection protocol. Anything of that can be set otherwise.
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
  return { ...kit, clock }
}
