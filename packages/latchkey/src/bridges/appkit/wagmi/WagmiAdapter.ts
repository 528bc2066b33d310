import { type Config, type CreateConfigParameters, createConfig, http } from '@wagmi/core'
import type { Chain, Transport } from 'viem'
import { eip155 } from '../../../adapters/eip155/eip155.js'
import type { Adapter } from '../../../core/adapter.js'
import { createDeferred } from '../../../core/deferred.js'
import type { Kit } from '../../../features/Kit.js'
import type { CaipNetworkId } from '../../../protocol/caip.js'
import type { AppKitNetwork } from '../AppKitOptions.js'
import type { ChainAdapter } from '../ChainAdapter.js'
import { unsupported } from '../unsupported.js'
import { lateConnector } from './lateConnector.js'

/**
 * For apps that use wagmi: makes wagmi's config, whose hooks then see the kit's account, chain and provider. Every option
 * of wagmi's `createConfig` is passed on; `chains` and `transports` follow from `networks` where they are not given.
 *
 * @throws `APPKIT_UNSUPPORTED` for `connectors`.
 *
 * @example
 * ```ts
 * const wagmiAdapter = new WagmiAdapter({ projectId, networks, ssr: true })
 * createAppKit({ projectId, networks, adapters: [wagmiAdapter] })
 * // <WagmiProvider config={wagmiAdapter.wagmiConfig}>
 * ```
 */
export class WagmiAdapter implements ChainAdapter {
  readonly namespace = 'eip155'
  readonly adapterType = 'wagmi'
  readonly wagmiConfig: Config
  readonly wagmiChains: readonly [Chain, ...Chain[]]
  readonly #kit = createDeferred<Kit>()

  constructor({
    networks,
    projectId: _projectId,
    customRpcUrls,
    pendingTransactionsFilter: _pendingTransactionsFilter,
    connectors = [],
    transports,
    ...rest
  }: WagmiAdapter.Options) {
    if (connectors.length > 0) {
      throw unsupported(
        'WagmiAdapter({ connectors })',
        'offer wallets in the modal by `createAppKit({ connectors })`, or use `latchkey/wagmi` with a config of your own.',
      )
    }
    const chains = networks.filter(isChain)
    const [first, ...others] = chains
    if (first === undefined) throw new TypeError('WagmiAdapter: `networks` has none of eip155')
    this.wagmiChains = [first, ...others]
    const known = Object.fromEntries(chains.map((chain) => [chain.id, transportOf(chain, customRpcUrls)]))
    this.wagmiConfig = createConfig({
      multiInjectedProviderDiscovery: false,
      ...(rest as object),
      chains: this.wagmiChains,
      transports: { ...known, ...transports },
      connectors: [lateConnector(this.#kit.promise)],
    })
  }

  toAdapter(): Adapter {
    return eip155()
  }

  attach(kit: Kit): void {
    this.#kit.resolve(kit)
  }
}

export declare namespace WagmiAdapter {
  type Options = Partial<Omit<CreateConfigParameters, 'chains' | 'client' | 'transports'>> & {
    readonly networks: readonly AppKitNetwork[]
    readonly projectId?: string | undefined
    /** RPC addresses by CAIP-2 id, tried before the network's own. */
    readonly customRpcUrls?: { readonly [networkId in CaipNetworkId]?: readonly { readonly url: string }[] }
    readonly transports?: { readonly [chainId: number]: Transport } | undefined
    /** No effect: pending transactions are not watched. */
    readonly pendingTransactionsFilter?:
      | { readonly enable: boolean; readonly pollingInterval?: number | undefined }
      | undefined
  }
}

function isChain(network: AppKitNetwork): network is AppKitNetwork & Chain {
  return typeof network.id === 'number' && (network.chainNamespace ?? 'eip155') === 'eip155'
}

function transportOf(chain: Chain, customRpcUrls: WagmiAdapter.Options['customRpcUrls']): Transport {
  return http(customRpcUrls?.[`eip155:${chain.id}`]?.[0]?.url ?? chain.rpcUrls.default.http[0])
}
