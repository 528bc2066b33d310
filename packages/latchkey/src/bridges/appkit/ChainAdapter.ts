import type { Adapter } from '../../core/adapter.js'
import type { Kit } from '../../features/Kit.js'
import type { Namespace } from '../../protocol/caip.js'

/** An element of `createAppKit`'s `adapters`: a thin wrapper around one of the kit's adapters. */
export type ChainAdapter = {
  readonly namespace: Namespace
  /** The library that the adapter was made for: `'wagmi'`, `'ethers'`. */
  readonly adapterType: string
  /** The kit's adapter behind it. */
  toAdapter(): Adapter
  /** Called once, with the kit that uses this adapter. */
  attach?: ((kit: Kit) => void) | undefined
}

/** Options that AppKit's adapters take, too. They have no effect here: those of `createAppKit` count. */
export type AdapterOptions = {
  readonly projectId?: string | undefined
  readonly networks?: readonly unknown[] | undefined
}
