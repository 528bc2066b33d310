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
    /** The kit behind it, for everything else that `latchkey` has: `disconnect(modal.kit)`. */
    readonly kit: Kit
    /** Takes the modal out of the page and stops the kit. Not the incumbent's: for tests, and for leaving. */
    destroy(): void
  }
