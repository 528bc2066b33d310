import type { Kit } from '../../features/Kit.js'
import type { Namespace } from '../../protocol/caip.js'
import type { AppKitOptions } from './AppKitOptions.js'
import type { accountMethods } from './accountMethods.js'
import type { ChainAdapter } from './ChainAdapter.js'
import type { modalMethods } from './modalMethods.js'
import type { networkMethods } from './networkMethods.js'
import type { optionMethods } from './optionMethods.js'
import type { subscriptions } from './subscriptions.js'

/** What `createAppKit` returns: the incumbent's methods over a kit. */
export type AppKitInstance = ReturnType<typeof modalMethods> &
  ReturnType<typeof accountMethods> &
  ReturnType<typeof networkMethods> &
  ReturnType<typeof optionMethods> &
  ReturnType<typeof subscriptions> & {
    readonly options: AppKitOptions
    /** In the incumbent's format: `react-ethers-0.1.0`. */
    readonly version: string
    readonly chainAdapters: { readonly [namespace in Namespace]?: ChainAdapter }
    readonly chainNamespaces: readonly Namespace[]
    /** The kit behind the instance, for everything else in `latchkey`: `disconnect(modal.kit)`. */
    readonly kit: Kit
    /** Removes the modal from the page and stops the kit. The incumbent has no such method; tests need one. */
    destroy(): void
  }
