import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { NodeError } from '../../outbound/post.js'
import type { Context } from '../../shared/context.js'
import { type Contracts, wordOf } from '../contracts.js'
import { nativeAddress } from '../tokens.js'
import type { Priced, PriceSource } from './PriceSource.js'
import { priceDecimals, type SourcePrice } from './price.js'

type Address = `0x${string}`

/** How long a missing pool is remembered as missing, in milliseconds; found pools are remembered for good. */
const absenceAge = 600_000
/** How many pools are remembered. */
const poolLimit = 20_000
/** Dollars that a pool must hold on its money side before its price counts without another source. */
const trusted = 50_000n
const noAddress = 0n

const abi = parseAbi([
  'function factory() view returns (address)',
  'function WETH() view returns (address)',
  'function decimals() view returns (uint8)',
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])

type Market = {
  readonly factory: Address
  /** The token that wraps the chain's own coin. */
  readonly coin: Address
  readonly dollarDecimals: number
}
type Pool = { readonly a: bigint; readonly b: bigint }

/**
 * Prices tokens by the reserves of a chain's pools: against dollars directly, or against the coin and then dollars,
 * whichever pool is deeper. A pool with less liquidity than configured gives no price, because the owner of a shallow pool
 * can set its price. Up to 50,000 dollars its price is marked as shallow.
 *
 * Needs at most two readings: the pools (remembered) and their reserves.
 */
export function createPools(
  { settings, clock }: Context,
  contracts: Contracts,
  { router, dollar }: { readonly router: Address; readonly dollar: Address },
): PriceSource {
  const known = new Map<string, { readonly address: Address | undefined; readonly at: number }>()
  let market: Promise<Market> | undefined

  function findMarket(): Promise<Market> {
    market ??= readMarket().catch((error: unknown) => {
      market = undefined
      throw error
    })
    return market
  }

  async function readMarket(): Promise<Market> {
    const [factory, coin, decimals] = await contracts.read([
      { to: router, data: encodeFunctionData({ abi, functionName: 'factory' }) },
      { to: router, data: encodeFunctionData({ abi, functionName: 'WETH' }) },
      { to: dollar, data: encodeFunctionData({ abi, functionName: 'decimals' }) },
    ])
    const dollarDecimals = wordOf(decimals)
    const [factoryAddress, coinAddress] = [addressOf(factory), addressOf(coin)]
    if (factoryAddress === undefined || coinAddress === undefined) throw new NodeError('not a router')
    if (dollarDecimals === undefined || dollarDecimals > 36n) throw new NodeError('not a stablecoin')
    return { factory: factoryAddress, coin: coinAddress, dollarDecimals: Number(dollarDecimals) }
  }

  async function findPools(factory: Address, pairs: readonly (readonly [Address, Address])[]) {
    const now = clock.steadyNow()
    const isOpen = ([a, b]: readonly [Address, Address]) => {
      const last = known.get(idOf(a, b))
      return last === undefined || (last.address === undefined && now - last.at >= absenceAge)
    }
    const open = pairs.filter(isOpen)
    const results = await contracts.read(
      open.map((args) => ({
        to: factory,
        data: encodeFunctionData({ abi, functionName: 'getPair', args }),
      })),
    )
    if (known.size + open.length > poolLimit) known.clear()
    for (const [index, [a, b]] of open.entries()) {
      known.set(idOf(a, b), { address: addressOf(results[index]), at: now })
    }
  }

  async function readPools(pairs: readonly (readonly [Address, Address])[]) {
    const there = pairs.flatMap(([a, b]) => {
      const address = known.get(idOf(a, b))?.address
      return address === undefined ? [] : [{ a, b, address }]
    })
    const data = encodeFunctionData({ abi, functionName: 'getReserves' })
    const results = await contracts.read(there.map(({ address }) => ({ to: address, data })))
    const pools = new Map<string, Pool>()
    for (const [index, { a, b }] of there.entries()) {
      const [first, second] = [wordOf(results[index], 0), wordOf(results[index], 1)]
      // A pool sorts its two tokens by address.
      if (first !== undefined && second !== undefined && first > 0n && second > 0n) {
        pools.set(idOf(a, b), isBefore(a, b) ? { a: first, b: second } : { a: second, b: first })
      }
    }
    return pools
  }

  return {
    name: 'pools',
    // `read` reports the failure later.
    prepare: () => void findMarket().catch(() => undefined),
    async read(tokens) {
      const { factory, coin, dollarDecimals } = await findMarket()
      const asked = tokens.map((token) => ({
        ...token,
        asset: token.address === nativeAddress ? coin : getAddress(token.address),
      }))
      const others = [...new Set(asked.map(({ asset }) => asset))].filter(
        (asset) => asset !== coin && asset !== dollar,
      )
      const pairs = [
        [coin, dollar] as const,
        ...others.flatMap((asset) => [[asset, dollar] as const, [asset, coin] as const]),
      ]
      await findPools(factory, pairs)
      const pools = await readPools(pairs)

      const one = 10n ** BigInt(priceDecimals)
      const ofDollars = (units: bigint) => (units * one) / 10n ** BigInt(dollarDecimals)
      const least = BigInt(settings.priceLiquidity) * one
      const coinPool = pools.get(idOf(coin, dollar))
      const coinDepth = coinPool === undefined ? 0n : ofDollars(coinPool.b)
      /** The wrapped coin has 18 decimals on every chain. */
      const coinPrice =
        coinPool === undefined || coinDepth < least ? undefined : (coinDepth * 10n ** 18n) / coinPool.a

      type Found = Pick<SourcePrice, 'units' | 'isShallow'>
      /** Whoever moves the price of the coin moves that of the token, too. */
      const wayByCoin = ({ a, b }: Pool) => {
        const depth = (b * (coinPrice ?? 0n)) / 10n ** 18n
        return { depth, units: a, shallowest: depth < coinDepth ? depth : coinDepth }
      }
      const marked = (units: bigint, depth: bigint): Found => ({
        units,
        ...(depth < trusted * one && { isShallow: true }),
      })

      const priceOf = ({ asset, decimals }: Priced & { readonly asset: Address }): Found | undefined => {
        if (asset === dollar) return { units: one }
        if (asset === coin) return coinPrice === undefined ? undefined : marked(coinPrice, coinDepth)
        const base = 10n ** BigInt(decimals)
        const direct = pools.get(idOf(asset, dollar))
        const byCoin = coinPrice === undefined ? undefined : pools.get(idOf(asset, coin))
        const ways = [
          ...(direct === undefined
            ? []
            : [{ depth: ofDollars(direct.b), units: direct.a, shallowest: ofDollars(direct.b) }]),
          ...(byCoin === undefined ? [] : [wayByCoin(byCoin)]),
        ]
        const [first, second] = ways
        const best = second === undefined || (first?.depth ?? 0n) >= second.depth ? first : second
        if (best === undefined || best.depth < least) return undefined
        return marked((best.depth * base) / best.units, best.shallowest)
      }
      return new Map(
        asked.flatMap((token) => {
          const price = priceOf(token)
          return price === undefined || price.units === 0n
            ? []
            : [[token.address, { ...price, at: clock.now() }]]
        }),
      )
    },
  }
}

function addressOf(data: Hex | undefined): Address | undefined {
  const word = wordOf(data)
  if (word === undefined || word === noAddress || word >= 1n << 160n) return undefined
  return getAddress(`0x${word.toString(16).padStart(40, '0')}`)
}

function isBefore(a: Address, b: Address): boolean {
  return BigInt(a) < BigInt(b)
}

function idOf(a: Address, b: Address): string {
  return `${a} ${b}`
}
