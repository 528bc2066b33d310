/** The number of decimals in price calculations, in dollars: enough for the cheapest coins. */
export const priceDecimals = 20

/**
 * A price as whole units of 1e-20 dollars, of the decimal number that it is written as: `0.29` is 29e18, and not the
 * nearest that a floating point number can hold, which is less. `0n` for none that can be reckoned with.
 */
export function priceUnitsOf(price: number): bigint {
  const match = /^(\d)\.?(\d*)e(.+)/.exec(price.toExponential())
  if (match === null || price >= 1e21) return 0n
  const [, whole, fraction, exponent] = match as unknown as [string, string, string, string]
  const places = priceDecimals + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  // Stryker disable next-line EqualityOperator: by one they are the same multiplied and divided.
  return places < 0 ? digits / 10n ** BigInt(-places) : digits * 10n ** BigInt(places)
}
