import type { Adapter } from '../../core/adapter.js'
import { discoverExtensions } from './discoverExtensions.js'
import { explorerPath } from './explorerPath.js'
import { guardProvider } from './guardProvider.js'
import type { Prefixes } from './prefixes.js'
import { addressShape, isSameAddress } from './ss58Parts.js'
import { toReference } from './toReference.js'

/**
 * The adapter for Polkadot and chains like it: finds the wallets at `window.injectedWeb3`, and talks to the chains'
 * nodes over HTTP. Sending needs the optional peers `@polkadot-api/metadata-builders` and
 * `@polkadot-api/substrate-bindings`, which are loaded when a visitor first sends.
 *
 * @example
 * ```ts
 * import { createKit } from 'latchkey'
 * import { polkadot as polkadotNetwork } from 'latchkey/networks'
 * import { polkadot } from 'latchkey/polkadot'
 *
 * const kit = createKit({ projectId: '…', networks: [polkadotNetwork], adapters: [polkadot()] })
 * ```
 */
export function polkadot({ prefixes = {} }: polkadot.Parameters = {}): Adapter {
  return {
    namespace: 'polkadot',
    name: 'Polkadot',
    mainnet: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    discover: (context, onChange) => discoverExtensions({ ...context, prefixes }, onChange),
    toAddress: async (value, networkId) =>
      (await import('./toAddress.js')).toAddress(value, networkId, prefixes),
    toRecipient: async (value, networkId) =>
      (await import('./toAddress.js')).toRecipient(value, networkId, prefixes),
    isSameAddress,
    addressShape,
    toReference,
    getBalance: async (parameters) => (await import('./getBalance.js')).getBalance(parameters),
    walletState: async (provider) => (await import('./walletState.js')).walletState(provider),
    guardProvider,
    signMessage: async (parameters) => (await import('./signMessage.js')).signMessage(parameters),
    walletProtocol: async () => (await import('./walletProtocol.js')).walletProtocol,
    transfers: async () => (await import('./transfers.js')).transfers,
    explorerPath,
    services: ['balances', 'history', 'rpc'],
  }
}

export declare namespace polkadot {
  type Parameters = {
    /**
     * The SS58 prefixes of the host's own networks, by CAIP-2 id, with which their addresses are written.
     *
     * @default those of Polkadot, Kusama and their asset hubs, else 42
     */
    readonly prefixes?: Prefixes | undefined
  }
}
