import type { Adapter } from '../../core/adapter.js'
import type { Kit } from '../../features/Kit.js'
import type { Namespace } from '../../protocol/caip.js'

/** What `createAppKit` takes in `adapters`: a thin shell over one of the kit's own. */
export type ChainAdapter = {
  readonly namespace: Namespace
  /** What it was made for: `'wagmi'`, `'ethers'`. */
  readonly adapterType: string
  /** The kit's adapter behind it. */
  toAdapter(): Adapter
  /** Called once, with the kit that it is part of. */
  attach?: ((kit: Kit) => void) | undefined
}
