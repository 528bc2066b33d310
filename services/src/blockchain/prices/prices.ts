import type { CaipNetworkId } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { requireCalls } from '../budget/meter.js'
import type { Contracts } from '../contracts.js'
import { entryOf } from '../settings.js'
import { createSourceCounts } from '../sources/sourceCounts.js'
import { confirmPrice } from './confirmPrice.js'
import { createIndexerPrices } from './indexerPrices.js'
import type { Priced } from './PriceSource.js'
import { createPools } from './pools.js'
import type { Price, SourcePrice } from './price.js'
import { createPriceApi } from './priceApi.js'
import { ShareUsedUp } from './priceShare.js'
import { type RememberingSource, withLastPrices } from './withLastPrices.js'

type Address = string

/** Prices of one chain's tokens. */
export type Prices = {
  /** Call this before prices are needed: their prerequisites are then read together with the caller's own readings. */
  prepare(): void
  /** If no source answers, no prices are known. Throws `RATE_LIMITED` for a client without calls left. */
  of(tokens: readonly Priced[]): Promise<ReadonlyMap<Address, Price>>
}

/** How long a price is cached, in milliseconds, and how many per chain. */
const maxAge = 30_000
const maxEntries = 10_000
/** How long a request waits for prices, in milliseconds: prices are optional and must not delay an answer. */
const patience = 4_000

/**
 * Reads a chain's prices from the configured price service, indexers and the chain's pools, in this order, and compares
 * them.
 *
 * @param contracts For the pools, on chains that have some.
 */
export function createPrices(
  context: Context,
  chainId: CaipNetworkId,
  contracts?: Contracts | undefined,
): Prices {
  const { settings, clock } = context
  const count = createSourceCounts(context, chainId)
  const router = entryOf(settings.swapRouters, chainId)
  const dollar = entryOf(settings.stablecoins, chainId)
  const api = createPriceApi(context, chainId)
  const sources: readonly RememberingSource[] = [
    ...(api === undefined ? [] : [api]),
    ...createIndexerPrices(context, chainId),
    ...(router === undefined || dollar === undefined || contracts === undefined
      ? []
      : [createPools(context, contracts, { router: getAddress(router), dollar: getAddress(dollar) })]),
  ].map((source) => withLastPrices(clock, source))
  const kept = new Map<Address, { readonly at: number; readonly price: Promise<Price | undefined> }>()

  async function read(tokens: readonly Priced[]): Promise<ReadonlyMap<Address, Price>> {
    return confirmed(tokens, await Promise.all(sources.map((source) => readOne(source, tokens))))
  }

  function confirmed(tokens: readonly Priced[], answers: readonly ReadonlyMap<Address, SourcePrice>[]) {
    const now = clock.now()
    return new Map(
      tokens.flatMap((token): [Address, Price][] => {
        // Two entries of one provider are one source: it does not support itself.
        const told = new Map<string, (SourcePrice & Pick<Price, 'source'>) | undefined>()
        for (const [index, { name: source }] of sources.entries()) {
          const price = answers[index]?.get(token.address)
          told.set(source, told.get(source) ?? (price && { ...price, source }))
        }
        const price = confirmPrice([...told.values()], now)
        return price === undefined ? [] : [[token.address, price]]
      }),
    )
  }

  async function readOne(
    source: RememberingSource,
    tokens: readonly Priced[],
  ): Promise<ReadonlyMap<Address, SourcePrice>> {
    const fail = (addresses: readonly Address[], error: unknown) => {
      const reason = error instanceof NodeError ? error.message : 'failed'
      const isOfClient = error instanceof ShareUsedUp
      if (isOfClient) forget(addresses)
      count(source.name, 'prices', isOfClient ? 'refused' : 'failed', reason)
    }
    try {
      const asked = tokens.filter((token) => source.covers?.(token) !== false)
      const prices = await source.read(asked, fail)
      if (asked.length > 0) count(source.name, 'prices', 'answered')
      return prices
    } catch (error) {
      fail(
        tokens.map(({ address }) => address),
        error,
      )
      return source.last(tokens)
    }
  }

  /** That one client's share is used up says nothing about what others may ask. */
  function forget(addresses: readonly Address[]): void {
    for (const address of addresses) kept.delete(address)
  }

  /** Resolves after `patience` at the latest; later prices are there for the next request. */
  function inTime(work: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.setTimeout(resolve, patience)
      void work.then(() => {
        cancel()
        resolve()
      })
    })
  }

  return {
    prepare() {
      for (const { prepare } of sources) prepare?.()
    },
    async of(tokens) {
      if (sources.length === 0) return new Map()
      if (kept.size > maxEntries) kept.clear()
      const now = clock.steadyNow()
      const open = tokens.filter(({ address }) => now - (kept.get(address)?.at ?? -maxAge) >= maxAge)
      if (open.length > 0) requireCalls()
      const reading = open.length === 0 ? undefined : read(open)
      for (const { address } of open) {
        const price = reading?.then((prices) => prices.get(address)) ?? Promise.resolve(undefined)
        kept.set(address, { at: now, price })
      }
      // What takes too long is told as it was last.
      const old = tokens.length === 0 ? [] : sources.map((source) => source.last(tokens))
      const known = new Map<Address, Price>()
      const settled = new Set<Address>()
      const all = tokens.map(async ({ address }) => {
        const price = await kept.get(address)?.price
        settled.add(address)
        if (price !== undefined) known.set(address, price)
      })
      await inTime(Promise.all(all))
      const late = tokens.filter(({ address }) => !settled.has(address))
      return new Map([...confirmed(late, old), ...known])
    },
  }
}
