import { type Chain, defineChain, type Transport } from 'viem'
import type { Kit } from '../../features/Kit.js'
import { kitTransport } from './kitTransport.js'
import { latchkey } from './latchkey.js'

/**
 * Returns the options that wagmi's `createConfig` needs to work with a kit: its eip155 networks as chains, transports
 * that read like the kit itself (its services first, then the networks' RPC addresses), and the connector.
 *
 * @example
 * ```ts
 * const config = createConfig(wagmiOptions(kit))
 * ```
 */
export function wagmiOptions(kit: Kit): {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly transports: Record<number, Transport>
  readonly connectors: ReturnType<typeof latchkey>[]
  /** The kit finds the page's wallets itself. */
  readonly multiInjectedProviderDiscovery: false
} {
  const networks = kit.config.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const [first, ...rest] = networks.map(({ id, name, nativeCurrency, rpcUrls, blockExplorers, testnet }) =>
    defineChain({
      id: Number(id),
      name,
      nativeCurrency,
      rpcUrls: { default: { http: [...rpcUrls.default.http] } },
      ...(blockExplorers === undefined ? {} : { blockExplorers }),
      ...(testnet === undefined ? {} : { testnet }),
    }),
  )
  if (first === undefined) throw new TypeError('wagmiOptions: the kit has no network of eip155')
  const chains: readonly [Chain, ...Chain[]] = [first, ...rest]
  return {
    chains,
    transports: Object.fromEntries(networks.map((network) => [network.id, kitTransport(() => network)])),
    connectors: [latchkey(kit)],
    multiInjectedProviderDiscovery: false,
  }
}
