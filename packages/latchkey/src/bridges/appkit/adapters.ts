import { eip155 } from '../../adapters/eip155/eip155.js'
import type { Adapter } from '../../core/adapter.js'
import type { ChainAdapter } from './ChainAdapter.js'
import { unsupported } from './unsupported.js'

// Classes, unlike elsewhere in this code, because apps write `new EthersAdapter()`.

/** For apps that use ethers 6. Make its provider from `useAppKitProvider('eip155')`, or use `latchkey/ethers`. */
export class EthersAdapter implements ChainAdapter {
  readonly namespace = 'eip155'
  readonly adapterType: string = 'ethers'
  toAdapter(): Adapter {
    return eip155()
  }
}

/** For apps that use ethers 5. Make its provider from `useAppKitProvider('eip155')`. */
export class Ethers5Adapter extends EthersAdapter {
  override readonly adapterType = 'ethers5'
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class SolanaAdapter implements ChainAdapter {
  readonly namespace = 'solana'
  readonly adapterType = 'solana'
  constructor(_: { readonly connectionSettings?: unknown; readonly wallets?: readonly unknown[] } = {}) {
    throw unsupported(
      'SolanaAdapter',
      'Solana is reached by the connection protocol alone, without an adapter.',
    )
  }
  toAdapter(): never {
    throw unsupported('SolanaAdapter', 'it cannot be made.')
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export class BitcoinAdapter implements ChainAdapter {
  readonly namespace = 'bip122'
  readonly adapterType = 'bitcoin'
  constructor(_: { readonly api?: unknown; readonly networks?: readonly unknown[] } = {}) {
    throw unsupported(
      'BitcoinAdapter',
      'Bitcoin is reached by the connection protocol alone, without an adapter.',
    )
  }
  toAdapter(): never {
    throw unsupported('BitcoinAdapter', 'it cannot be made.')
  }
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export abstract class AdapterBlueprint {
  constructor() {
    throw unsupported('AdapterBlueprint', 'write an `Adapter` of `latchkey`, which has five methods.')
  }
}
