import { solana } from '../../../adapters/solana/solana.js'
import type { Adapter } from '../../../core/adapter.js'
import type { ChainAdapter } from '../ChainAdapter.js'

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

  toAdapter(): Adapter {
    return solana()
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
