import type { Chain, HttpTransportConfig, Transport } from 'viem'
// Not imported from wagmi's core, which package managers may install where only wagmi can import it.
import { type Config, type CreateConfigParameters, type CreateConnectorFn, createConfig, http } from 'wagmi'
import { eip155 } from '../../../adapters/eip155/eip155.js'
import type { Adapter } from '../../../core/adapter.js'
import { createDeferred } from '../../../core/deferred.js'
import { registerConnectors } from '../../../features/connection/registerConnectors.js'
import type { Kit } from '../../../features/Kit.js'
import type { CaipNetworkId } from '../../../protocol/caip.js'
import type { Network } from '../../../protocol/entities/Network.js'
import { kitTransport } from '../../wagmi/kitTransport.js'
import type { AppKitNetwork } from '../AppKitOptions.js'
import type { ChainAdapter } from '../ChainAdapter.js'
import { fromWagmiConnector } from './fromWagmiConnector.js'
import { lateConnector } from './lateConnector.js'

/**
 * For apps that use wagmi: creates wagmi's config, with which wagmi's hooks use the kit's account, chain and provider.
 * Passes every option on to wagmi's `createConfig`. `chains` default to `networks`; `transports` default to the kit's
 * own, which ask its services first.
 *
 * wagmi's `connectors` are listed in the modal, except wagmi's own `injected` and `walletConnect`: the kit finds the
 * page's wallets and implements the connection protocol itself.
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
  readonly #connectors: readonly CreateConnectorFn[]
  readonly #transports: Record<number, Transport>
  #networks: readonly Network[] = []

  constructor({
    networks,
    projectId: _projectId,
    customRpcUrls,
    pendingTransactionsFilter: _pendingTransactionsFilter,
    connectors = [],
    transports,
    ...rest
  }: WagmiAdapter.Options) {
    const chains = networks.filter(isChain)
    const [first, ...others] = chains
    if (first === undefined) throw new TypeError('WagmiAdapter: `networks` has none of eip155')
    this.wagmiChains = [first, ...others]
    const known = Object.fromEntries(
      chains.map((chain) => [chain.id, this.#transportOf(chain, customRpcUrls)]),
    )
    this.wagmiConfig = createConfig({
      multiInjectedProviderDiscovery: false,
      ...(rest as object),
      chains: this.wagmiChains,
      transports: { ...known, ...transports },
      connectors: [lateConnector(this.#kit.promise)],
    })
    this.#connectors = connectors
    this.#transports = { ...known, ...transports }
  }

  toAdapter(): Adapter {
    return eip155()
  }

  attach(kit: Kit): void {
    this.#networks = kit.config.networks
    const context = {
      chains: this.wagmiChains,
      transports: this.#transports,
      toAddress: (value: unknown) =>
        kit.adapters.get('eip155')?.toAddress(value) ?? Promise.resolve(undefined),
    }
    const connectors = this.#connectors.map((make) => fromWagmiConnector(make, context))
    registerConnectors(
      kit,
      connectors.filter(({ info }) => !ownWays.has(info.id)),
    )
    this.#kit.resolve(kit)
  }

  /** Returns a transport to the host's custom RPC address; without one, the kit's transport once the kit exists. */
  #transportOf({ id, rpcUrls }: Chain, customRpcUrls: WagmiAdapter.Options['customRpcUrls']): Transport {
    const [custom] = customRpcUrls?.[`eip155:${id}`] ?? []
    if (custom !== undefined) return http(custom.url, custom.config)
    const network = () => this.#networks.find(({ caipNetworkId }) => caipNetworkId === `eip155:${id}`)
    return kitTransport(network, http(rpcUrls.default.http[0]))
  }
}

export declare namespace WagmiAdapter {
  type Options = Partial<Omit<CreateConfigParameters, 'chains' | 'client' | 'transports'>> & {
    readonly networks: readonly AppKitNetwork[]
    readonly projectId?: string | undefined
    /** RPC addresses by CAIP-2 id, tried before the network's own. */
    readonly customRpcUrls?: {
      readonly [networkId in CaipNetworkId]?: readonly {
        readonly url: string
        /** The options of viem's `http`, for wagmi's transports. */
        readonly config?: HttpTransportConfig | undefined
      }[]
    }
    readonly transports?: { readonly [chainId: number]: Transport } | undefined
    /** No effect: pending transactions are not watched. */
    readonly pendingTransactionsFilter?:
      | { readonly enable: boolean; readonly pollingInterval?: number | undefined }
      | undefined
  }
}

/**
 * wagmi connectors that the kit replaces: it finds the page's wallets and implements the connection protocol itself.
 */
const ownWays = new Set(['wagmi.injected', 'wagmi.walletConnect'])

function isChain(network: AppKitNetwork): network is AppKitNetwork & Chain {
  return typeof network.id === 'number' && (network.chainNamespace ?? 'eip155') === 'eip155'
}
