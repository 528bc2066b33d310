import type { SourcePrice } from './price.js'

type Address = string

/** A token to price; `nativeAddress` is the chain's own coin. An address of eip155 has its checksum. */
export type Priced = { readonly address: Address; readonly decimals: number }

/** A source of prices for one chain's tokens. Tokens missing from the result have no price. It may throw. */
export type PriceSource = {
  /** Starts loading what the source needs before it can read prices. */
  readonly prepare?: (() => void) | undefined
  /** The source's name in the log. */
  readonly name: string
  /** Whether it may know a token's price; by default it may. A source that cannot is not asked, and confirms no price. */
  readonly covers?: ((token: Priced) => boolean) | undefined
  /** @param onFailed Called with tokens of which nothing was read, where others were. */
  read(
    tokens: readonly Priced[],
    onFailed?: (addresses: readonly Address[], error: unknown) => void,
  ): Promise<ReadonlyMap<Address, SourcePrice>>
}
