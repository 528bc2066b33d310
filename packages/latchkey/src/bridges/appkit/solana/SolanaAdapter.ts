import type { SolanaProvider } from '../../../adapters/solana/guardProvider.js'
import { solana } from '../../../adapters/solana/solana.js'
import type { Adapter } from '../../../core/adapter.js'
import type { Kit } from '../../../features/Kit.js'
import type { ChainAdapter } from '../ChainAdapter.js'
import { toProvider } from './toProvider.js'

/**
 * For apps on Solana. The kit finds the wallets of the page itself (Wallet Standard), so `wallets` has no effect.
 *
 * @example
 * ```ts
 * import { createAppKit } from 'latchkey/appkit/react'
 * import { SolanaAdapter } from 'latchkey/appkit/solana'
 *
 * createAppKit({ projectId, networks: [solana], adapters: [new SolanaAdapter()] })
 * ```
 */
export class SolanaAdapter implements ChainAdapter {
  readonly namespace = 'solana'
  readonly adapterType = 'solana'
  /** What `useAppKitConnection` gives to web3.js's `Connection`. */
  readonly connectionSettings: SolanaAdapter.ConnectionSettings

  constructor({ connectionSettings = 'confirmed', wallets }: SolanaAdapter.Options = {}) {
    this.connectionSettings = connectionSettings
    if (wallets !== undefined && wallets.length > 0)
      console.warn('[latchkey] SolanaAdapter: `wallets` has no effect')
  }

  #attach: (kit: Kit) => void = () => {}

  toAdapter(): Adapter {
    const adapter = solana()
    let own: Kit | undefined
    this.#attach = (kit) => {
      own = kit
    }
    return {
      ...adapter,
      guardProvider(parameters) {
        const guarded = adapter.guardProvider?.(parameters) as SolanaProvider
        return own === undefined ? guarded : toProvider(own, guarded)
      },
    }
  }

  attach(kit: Kit): void {
    this.#attach(kit)
  }
}

export declare namespace SolanaAdapter {
  /** A commitment, or the config of web3.js's `Connection`. */
  type ConnectionSettings = 'processed' | 'confirmed' | 'finalized' | object

  type Options = {
    /** @default 'confirmed' */
    readonly connectionSettings?: ConnectionSettings | undefined
    /** Wallets of wallet-adapter. They have no effect. */
    readonly wallets?: readonly unknown[] | undefined
  }
}
