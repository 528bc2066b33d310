import type { Clock } from '../../shared/clock.js'
import type { Priced, PriceSource } from './PriceSource.js'
import type { SourcePrice } from './price.js'

type Address = Priced['address']

/** How long a source's last price stands in while the source fails, in milliseconds, and for how many tokens. */
const longest = 3_600_000
const limit = 10_000

/** A source that remembers what it gave last. */
export type RememberingSource = PriceSource & {
  /** Returns the last price of each token, up to an hour old; its time says how old it is. */
  last(tokens: readonly Priced[]): ReadonlyMap<Address, SourcePrice>
}

/** Remembers a source's prices. A token that the source answered without a price has none any more. */
export function withLastPrices(clock: Clock, source: PriceSource): RememberingSource {
  const kept = new Map<Address, { readonly price: SourcePrice; readonly at: number }>()

  const last: RememberingSource['last'] = (tokens) =>
    new Map(
      tokens.flatMap(({ address }) => {
        const known = kept.get(address)
        return known === undefined || clock.steadyNow() - known.at > longest ? [] : [[address, known.price]]
      }),
    )

  return {
    ...source,
    last,
    async read(tokens, onFailed) {
      const failed = new Set<Address>()
      const prices = await source.read(tokens, (addresses, error) => {
        for (const address of addresses) failed.add(address)
        onFailed?.(addresses, error)
      })
      for (const { address } of tokens) {
        if (failed.has(address)) continue
        const price = prices.get(address)
        kept.delete(address)
        if (price !== undefined) kept.set(address, { price, at: clock.steadyNow() })
      }
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        kept.delete(oldest)
      }
      return new Map([...last(tokens.filter(({ address }) => failed.has(address))), ...prices])
    },
  }
}
