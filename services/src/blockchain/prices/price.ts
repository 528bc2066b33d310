import { formatUnits } from 'latchkey/protocol'

/**
 * What one whole token costs, in dollars with {@link priceDecimals} decimals, so that all reckoning is exact. It becomes
 * a number on the way out only, because the wire wants one.
 */
export type PriceUnits = bigint

/** Enough for coins of which a million million cost a dollar. */
export const priceDecimals = 24
/** What the wire takes for a price (`priceNumber`); beyond it somebody lies. */
const limit = 10n ** 15n * 10n ** BigInt(priceDecimals)

/** A price as the wire has it, or `undefined` where it is none that can be true. */
export function toPriceNumber(price: PriceUnits): number | undefined {
  if (price <= 0n || price > limit) return undefined
  return Number(formatUnits(price, priceDecimals))
}

/** What an amount in base units is worth, as the wire has it; `undefined` where that is more than the world has. */
export function worthOf(units: bigint, decimals: number, price: PriceUnits): number | undefined {
  const worth = (units * price) / 10n ** BigInt(decimals)
  return worth < 0n || worth > limit ? undefined : Number(formatUnits(worth, priceDecimals))
}

/** A price that an outsider tells as a number; `undefined` for all that is no price. */
export function toPriceUnits(value: unknown): PriceUnits | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || value > 1e15) return undefined
  const [whole = '', fraction = ''] = value.toFixed(priceDecimals).split('.')
  const price = BigInt(`${whole}${fraction}`)
  return price === 0n ? undefined : price
}
