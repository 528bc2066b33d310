import type { Health } from '../../outbound/createHealth.js'
import type { Hex } from '../history/Entry.js'
import type { Collectible, Facts } from '../history/Known.js'
import type { Page, Source } from '../history/Source.js'
import type { Copies } from './countPayouts.js'

/** A page from an indexer, before the chain has filled in what is missing. */
export type SuppliedPage = Page & {
  /** Hashes of entries whose index, nonce or fee the indexer does not know. */
  readonly partial?: ReadonlySet<Hex> | undefined
  /** Hashes of entries of which equal transfers of tokens were told, without saying whether they are one. */
  readonly repeated?: ReadonlySet<Hex> | undefined
  readonly copies?: Copies | undefined
}

/** How much an account holds of something, by an indexer. Only a suggestion: see `balances.ts`. */
export type Holding = {
  /** Absent for the chain's own coin. */
  readonly token?: Hex | undefined
  readonly units: bigint
  /** Absent if the indexer does not know them. */
  readonly facts?: Facts | undefined
}

/** What an account holds. `isCut`: the indexer knows of more. */
export type Held<item = Holding> = { readonly items: readonly item[]; readonly isCut: boolean }

/** An indexer of one chain, with what it can tell. Each method may throw `NodeError`. */
export type Supplier = {
  readonly name: string
  health(): Health
  readonly page?: ((account: Hex, query: Parameters<Source['page']>[1]) => Promise<SuppliedPage>) | undefined
  readonly collectibles?: ((account: Hex) => Promise<Held<Collectible>>) | undefined
  readonly holdings?: ((account: Hex) => Promise<Held>) | undefined
}
