import { eip155 } from '../../adapters/eip155/eip155.js'
import type { Adapter } from '../../core/adapter.js'
import type { AdapterOptions, ChainAdapter } from './ChainAdapter.js'
import { unsupported } from './unsupported.js'

// Classes, unlike elsewhere in this code, because apps write `new EthersAdapter()`.

/** For apps that use ethers 6. Make its provider from `useAppKitProvider('eip155')`, or use `latchkey/ethers`. */
export class EthersAdapter implements ChainAdapter {
  readonly namespace = 'eip155'
  readonly adapterType: string = 'ethers'

  /** The options have no effect: those of `createAppKit` count. */
  // biome-ignore lint/complexity/noUselessConstructor: without it, apps that pass options would not compile.
  constructor(_options?: AdapterOptions) {}

  toAdapter(): Adapter {
    return eip155()
  }
}

/** For apps that use ethers 5. Make its provider from `useAppKitProvider('eip155')`. */
export class Ethers5Adapter extends EthersAdapter {
  override readonly adapterType = 'ethers5'
}

/** There so that apps compile. @throws `APPKIT_UNSUPPORTED` when it is made. */
export abstract class AdapterBlueprint {
  constructor() {
    throw unsupported('AdapterBlueprint', 'write an `Adapter` of `latchkey`, which has five methods.')
  }
}
