import type { SolanaProvider } from '../../../adapters/solana/guardProvider.js'
import { solana } from '../../../adapters/solana/solana.js'
import type { Adapter } from '../../../core/adapter.js'
import type { Kit } from '../../../features/Kit.js'
import type { AdapterOptions, ChainAdapter } from '../ChainAdapter.js'
import { toProvider } from './toProvider.js'

/**
 * For apps on Solana. The kit finds the wallets of the page itself (Wallet Standard), so `wallets` has no effect. It
 * registers no wallet on the page, so `registerWalletStandard` has none either. `projectId` and `networks` are those of
 * `createAppKit`.
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

  constructor(options: SolanaAdapter.Options = {}) {
    const { connectionSettings = 'confirmed', wallets = [], registerWalletStandard } = options
    this.connectionSettings = connectionSettings
    if (wallets.length > 0) warn('wallets')
    if (registerWalletStandard === true) warn('registerWalletStandard')
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

  type Options = AdapterOptions & {
    /** @default 'confirmed' */
    readonly connectionSettings?: ConnectionSettings | undefined
    /** Wallets of wallet-adapter. They have no effect. */
    readonly wallets?: readonly unknown[] | undefined
    /**
     * No effect: other code of the page finds no wallet that the kit reached over the connection protocol.
     *
     * @default false
     */
    readonly registerWalletStandard?: boolean | undefined
  }
}

function warn(option: keyof SolanaAdapter.Options) {
  console.warn(`[latchkey] SolanaAdapter: \`${option}\` has no effect`)
}
