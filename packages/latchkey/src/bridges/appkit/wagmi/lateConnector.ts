import type { Kit } from '../../../features/Kit.js'
import { latchkey } from '../../wagmi/latchkey.js'

type Make = ReturnType<typeof latchkey>
type Connector = ReturnType<Make>

/**
 * A wagmi connector for a kit that is made later: wagmi's config exists before `createAppKit` is called. Every wagmi
 * call waits until the kit exists.
 */
export function lateConnector(kit: Promise<Kit>): Make {
  return (context) => {
    const made = kit.then((value) => latchkey(value)(context))
    return {
      id: 'latchkey',
      name: 'Latchkey',
      type: 'latchkey',
      setup: async () => (await made).setup(),
      connect: (async (parameters?: Parameters<Connector['connect']>[0]) =>
        (await made).connect(parameters)) as Connector['connect'],
      disconnect: async () => (await made).disconnect(),
      getAccounts: async () => (await made).getAccounts(),
      getChainId: async () => (await made).getChainId(),
      getProvider: async () => (await made).getProvider(),
      isAuthorized: async () => (await made).isAuthorized(),
      switchChain: async (parameters) => (await made).switchChain(parameters),
      // The kit passes on the wallet's events.
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }
  }
}
