import type { Adapter } from '../core/adapter.js'
import type { WalletProtocol } from '../core/walletProtocol.js'
import type { Namespace } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'

type Host = {
  readonly adapters: ReadonlyMap<Namespace, Adapter>
  readonly config: { readonly networks: readonly Pick<Network, 'chainNamespace'>[] }
}

const unknown: WalletProtocol = { methods: [], events: [] }

/**
 * Returns each family's wallet protocol: its adapter's, else the built-in one if there is one. The built-in ones are
 * loaded only for a host with networks of a family without its adapter.
 */
export async function walletProtocolsOf({
  adapters,
  config,
}: Host): Promise<(namespace: Namespace) => WalletProtocol> {
  const own = new Map<Namespace, WalletProtocol | undefined>()
  for (const [namespace, adapter] of adapters) own.set(namespace, await adapter.walletProtocol?.())
  const isBare = config.networks.some(({ chainNamespace }) => !own.get(chainNamespace))
  const known = isBare ? (await import('./knownProtocols.js')).knownProtocols : {}
  return (namespace) => own.get(namespace) ?? known[namespace] ?? unknown
}
