import { discoverInjected } from '../../connectors/injected/discoverInjected.js'
import type { Adapter } from '../../core/adapter.js'

/**
 * The adapter for EVM chains: finds the wallets of the page (EIP-6963 and `window.ethereum`) and speaks to them and to
 * the chains through viem, which is loaded when it is first needed.
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
    namespace: 'eip155',
    discover: (context, onChange) => discoverInjected(context, toAddress, onChange),
    toAddress,
    getBalance: async (parameters) => (await import('./getBalance.js')).getBalance(parameters),
    transfers: async () => (await import('./transfers.js')).transfers,
    signMessage: async (parameters) => (await import('./signMessage.js')).signMessage(parameters),
  }
}
