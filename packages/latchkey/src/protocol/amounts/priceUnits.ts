/** The number of decimals in price calculations, in dollars: enough for the cheapest coins. */
export const priceDecimals = 20

/**
 * Converts a price to units of 1e-20 dollars, by its decimal digits: `0.29` is 29e18, although the nearest
 * floating-point number is less. `0n` for an unusable price.
 */
export function priceUnitsOf(price: number): bigint {
  const match = /^(\d)\.?(\d*)e(.+)/.exec(price.toExponential())
  if (match === null || price >= 1e21) return 0n
  const [, whole, fraction, exponent] = match as unknown as [string, string, string, string]
  const places = priceDecimals + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  // Stryker disable next-line EqualityOperator: for 0 places both branches give the same.
  return places < 0 ? digits / 10n ** BigInt(-places) : digits * 10n ** BigInt(places)
}
