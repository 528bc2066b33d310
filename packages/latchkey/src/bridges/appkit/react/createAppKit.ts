import type { AppKit } from '../AppKit.js'
import type { AppKitOptions } from '../AppKitOptions.js'
import { makeAppKit } from '../createAppKit.js'

/** The instance that {@link createAppKit} made; `undefined` before its first call. */
export let modal: AppKit | undefined

/**
 * The incumbent's `createAppKit` for React: the first call makes the instance, and later calls return it. Call it
 * outside components; no provider is needed.
 *
 * @throws `CONFIG_INVALID` naming every problem; `APPKIT_UNSUPPORTED` for what the kit cannot honour.
 *
 * @example
 * ```ts
 * createAppKit({
 *   projectId: 'open',
 *   services: 'https://wallet.example.com',
 *   networks: [mainnet],
 *   adapters: [new EthersAdapter()],
 * })
 * ```
 */
export function createAppKit(options: AppKitOptions): AppKit {
  modal ??= makeAppKit(options, 'react', () => {
    modal = undefined
  })
  return modal
}
