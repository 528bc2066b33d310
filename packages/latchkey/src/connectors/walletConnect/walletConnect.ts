import type { Connector, ConnectorEvent, ConnectorInfo } from '../../core/connector.js'
import { createEmitter } from '../../core/emitter.js'
import type { WalletProtocol } from '../../core/walletProtocol.js'
import type { Namespace } from '../../protocol/caip.js'
import type { WalletConnectContext } from './WalletConnectContext.js'

/**
 * The connector for wallets on other devices and in other apps: the WalletConnect protocol, through our own client. It
 * loads the client and opens the socket when a visitor first uses it or a stored session must be restored.
 */
export function walletConnect(
  context: WalletConnectContext,
  walletProtocols: () => Promise<(namespace: Namespace) => WalletProtocol>,
): Connector {
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
    loading ??= Promise.all([import('./createWalletConnectConnector.js'), walletProtocols()])
      .then(([module, protocolOf]) =>
        module.createWalletConnectConnector({ ...context, protocolOf, info, events }),
      )
      .catch((error) => {
        // A chunk that failed to load may load the next time.
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
    // A connector that was never loaded has no socket to reopen.
    wake: () => void loading?.then((connector) => connector.wake?.()).catch(() => {}),
    tidy: async () => (await load()).tidy?.(),
    getProvider: async (...asked) => (await load()).getProvider(...asked),
  }
}
