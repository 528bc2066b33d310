import { floorDecimals, formatUnits } from '../formatUnits.js'
import { priceDecimals, priceUnitsOf } from './priceUnits.js'

/** The number of decimals of a dollar that are parsed: nobody types a price below a millionth of a dollar. */
export const fiatDecimals = 6

/**
 * Converts millionths of a dollar to a token's base units, rounded to the nearest: {@link roundedWorth} of the result
 * equals the typed amount, to the cent, if one base unit costs less than a cent. `undefined` without a price.
 */
export function unitsOfFiat(fiatUnits: bigint, decimals: number, price: number): bigint | undefined {
  const priceUnits = priceUnitsOf(price)
  if (priceUnits === 0n) return undefined
  const scaled = fiatUnits * 10n ** BigInt(decimals + priceDecimals - fiatDecimals)
  return (2n * scaled + priceUnits) / (2n * priceUnits)
}

/** Returns an amount's value, as `'1234.56'`, half a cent rounded up; `undefined` without a price. */
export function roundedWorth(units: bigint, decimals: number, price: number): string | undefined {
  const priceUnits = priceUnitsOf(price)
  if (priceUnits === 0n) return undefined
  const scale = 10n ** BigInt(decimals + priceDecimals)
  const cents = (2n * 100n * units * priceUnits + scale) / (2n * scale)
  return floorDecimals(formatUnits(cents, 2), 2)
}
