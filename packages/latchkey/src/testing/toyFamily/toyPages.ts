import type { Config } from '../../core/Config.js'
import { memoryStorage } from '../../core/storageBackends.js'
import type { CaipNetworkId, Namespace } from '../../protocol/caip.js'
import { createTestKit, type TestKit } from '../createTestKit.js'
import { announceToyWallet } from './toyAnnouncement.js'
import { toyFamily } from './toyFamily.js'
import { createToyLedger, type ToyLedger } from './toyLedger.js'
import { toyWallet } from './toyWallet.js'

/**
 * Makes a browser with a toy wallet: two chains, an account `Ada` with 10 marbles on the first chain and half a marble
 * on the second, and an account `ada` for keeping. With `isInTwo` the wallet supports two families. Each page that it
 * opens is a new kit with the same storage and the same wallet.
 */
export function toyPages({ isInTwo = false }: { readonly isInTwo?: boolean } = {}): {
  readonly ledger: ToyLedger
  readonly open: (config?: Partial<Omit<Config, 'clock'>>) => TestKit
} {
  const ledger = createToyLedger({ 'toy:one Ada': 1_000n, 'toy:two Ada': 50n, 'toy:one ada': 3n })
  const storage = memoryStorage()
  const remembered = new Map<Namespace, CaipNetworkId>()
  const open = (config: Partial<Omit<Config, 'clock'>> = {}) => {
    const wallet = toyWallet({
      ledger,
      accounts: ['Ada', 'ada'],
      networks: isInTwo ? ['toy:one', 'toy:two', 'toz:one'] : ['toy:one', 'toy:two'],
      remembered,
    })
    const page = new EventTarget()
    announceToyWallet(page, wallet)
    const other = isInTwo ? [toyFamily({ ledger, page, namespace: 'toz' })] : []
    return createTestKit({
      networks: [networkOf('one'), networkOf('two'), ...(isInTwo ? [networkOf('one', 'toz')] : [])],
      adapters: [toyFamily({ ledger, page }), ...other],
      storage,
      locale: 'en',
      ...config,
    })
  }
  return { ledger, open }
}

const networkOf = (id: string, namespace = 'toy') => ({
  id,
  name: `Toy ${id}`,
  chainNamespace: namespace,
  nativeCurrency: { name: 'Marble', symbol: 'MRB', decimals: 2 },
  rpcUrls: { default: { http: [], webSocket: ['wss://toy.invalid'] } },
})
