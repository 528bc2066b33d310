/** How many decimals of a dollar a price is reckoned with: they hold the cheapest coins. */
export const priceDecimals = 20

/**
 * A price as whole units of 1e-20 dollars, of the decimal number that it is written as: `0.29` is 29e18, and not the
 * nearest that a floating point number can hold, which is less. `0n` for none that can be reckoned with.
 */
export function priceUnitsOf(price: number): bigint {
  if (!Number.isFinite(price) || price <= 0 || price >= 1e21) return 0n
  const [mantissa = '', exponent = ''] = price.toExponential().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const places = priceDecimals + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  return places < 0 ? digits / 10n ** BigInt(-places) : digits * 10n ** BigInt(places)
}
