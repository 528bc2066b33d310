import { discoverInjected } from '../../connectors/injected/discoverInjected.js'
import type { Adapter } from '../../core/adapter.js'

const namespace = 'eip155'

/**
 * The adapter for EVM chains: finds the wallets of the page (EIP-6963 and `window.ethereum`) and talks to them and to
 * the chains through viem, which is loaded on first use.
 *
 * @example
 * ```ts
 * import { createKit } from 'latchkey'
 * import { eip155 } from 'latchkey/eip155'
 * import { mainnet } from 'latchkey/networks'
 *
 * const kit = createKit({ projectId: '…', networks: [mainnet], adapters: [eip155()] })
 * ```
 */
export function eip155(): Adapter {
  const toAddress: Adapter['toAddress'] = async (value) => (await import('./toAddress.js')).toAddress(value)
  return {
    namespace,
    name: 'EVM Networks',
    mainnet: 'eip155:1',
    discover: (context, onChange) => discoverInjected({ ...context, namespace, toAddress }, onChange),
    toAddress,
    getBalance: async (parameters) => (await import('./getBalance.js')).getBalance(parameters),
    walletState: async (provider) => (await import('./walletState.js')).walletState(provider),
    transfers: async () => (await import('./transfers.js')).transfers,
    paymentLinks: async () => (await import('./paymentLinks.js')).paymentLinks,
    names: async () => (await import('./names.js')).names,
    walletProtocol: async () => (await import('./walletProtocol.js')).walletProtocol,
    assets: async (parameters) => (await import('./assets.js')).assets(parameters),
    capabilities: async (parameters) => (await import('./capabilities.js')).capabilities(parameters),
    isSmartAccount: async (parameters) => (await import('./isSmartAccount.js')).isSmartAccount(parameters),
    signMessage: async (parameters) => (await import('./signMessage.js')).signMessage(parameters),
  }
}
