import type { Adapter } from '../../core/adapter.js'
import type { Clock } from '../../core/clock.js'
import type { Connector, ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import type { ResolvedConfig } from '../../core/resolveConfig.js'
import type { Storage } from '../../core/storage.js'
import type { Namespace } from '../../protocol/caip.js'

export type WalletConnectContext = {
  readonly config: ResolvedConfig
  readonly clock: Clock
  readonly storage: Storage
  readonly adapters: ReadonlyMap<Namespace, Adapter>
  /** The kit's, where a way to sign in is found: see `signInOfferKey`. */
  readonly live: ReadonlyMap<string, unknown>
}

/**
 * The way to wallets on other devices and in other apps: the WalletConnect protocol, through our own client. The client
 * is loaded, and its socket opened, when a visitor first asks for it or a stored session must be restored.
 */
export function walletConnect(context: WalletConnectContext): Connector {
  const events = createEmitter<ConnectorEvent>()
  const namespaces = [...new Set(context.config.networks.map(({ chainNamespace }) => chainNamespace))]
  const info: ConnectorInfo = {
    id: 'walletConnect',
    type: 'WALLET_CONNECT',
    name: 'WalletConnect',
    namespaces,
  }
  let loading: Promise<Connector> | undefined

  function load(): Promise<Connector> {
    loading ??= import('./createWalletConnectConnector.js')
      .then((module) => module.createWalletConnectConnector({ ...context, info, events }))
      .catch((error) => {
        // A chunk that could not be fetched may be there the next time.
        loading = undefined
        throw error
      })
    return loading
  }

  return {
    info,
    subscribe: events.subscribe,
    connect: async (parameters) => (await load()).connect(parameters),
    restore: async (parameters) => (await load()).restore(parameters),
    disconnect: async () => (await load()).disconnect(),
    switchNetwork: async (network) => (await load()).switchNetwork(network),
    getProvider: async (namespace: Namespace) => (await load()).getProvider(namespace),
  }
}
