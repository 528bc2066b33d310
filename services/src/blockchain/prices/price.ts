import { formatUnits } from 'latchkey/protocol'

/**
 * The price of one whole token in dollars, as an integer with {@link priceDecimals} decimals, so that calculations are
 * exact. It becomes a number only in the answer, whose format requires one.
 */
export type PriceUnits = bigint

/** A price as one source gives it, and when it was made, in epoch milliseconds. */
export type SourcePrice = {
  readonly units: PriceUnits
  readonly at: number
  /** It takes little money to set it, so it counts only if another source gives about the same. */
  readonly isShallow?: true | undefined
}

/** A price and what is known of it. */
export type Price = SourcePrice & {
  /** The source whose price it is. */
  readonly source: string
  /** No second source gives about the same price, or it is old or shallow: it is shown, and not added to a total. */
  readonly isUnconfirmed: boolean
}

/** Precise enough for coins that cost a millionth of a millionth of a dollar. */
export const priceDecimals = 24
/** The highest price that the answer's schema accepts (`priceNumber`); a higher one is not plausible. */
const limit = 10n ** 15n * 10n ** BigInt(priceDecimals)

/** Converts a price for the answer; `undefined` if it is not plausible. */
export function toPriceNumber(price: PriceUnits): number | undefined {
  if (price <= 0n || price > limit) return undefined
  return Number(formatUnits(price, priceDecimals))
}

/** What an answer says of a price beside its number. */
export function noteOf({ at, isUnconfirmed }: Price) {
  return { pricedAt: at, ...(isUnconfirmed ? { isPriceUnconfirmed: true } : {}) }
}

/** Computes an amount's value in dollars from base units; `undefined` if it is not plausible. */
export function worthOf(units: bigint, decimals: number, price: PriceUnits): number | undefined {
  const worth = (units * price) / 10n ** BigInt(decimals)
  return worth < 0n || worth > limit ? undefined : Number(formatUnits(worth, priceDecimals))
}

/**
 * Converts an outsider's decimal text, such as `0.00012` or `1.2e-7`, to an exact price; `undefined` for anything else.
 */
export function readPriceText(text: string): PriceUnits | undefined {
  const [, whole, fraction = '', power = '0'] =
    /^(\d{1,15})(?:\.(\d{1,80}))?(?:e([+-]?\d{1,2}))?$/i.exec(text) ?? []
  if (whole === undefined) return undefined
  const places = priceDecimals - fraction.length + Number(power)
  const digits = BigInt(`${whole}${fraction}`)
  const price = places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places)
  return price === 0n || price > limit ? undefined : price
}

/** Converts an outsider's number to an exact price; `undefined` for anything invalid. */
export function toPriceUnits(value: unknown): PriceUnits | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0 || value > 1e15) return undefined
  const [whole = '', fraction = ''] = value.toFixed(priceDecimals).split('.')
  const price = BigInt(`${whole}${fraction}`)
  return price === 0n ? undefined : price
}
