/** A token amount in base units as a decimal text in whole units, exact: `formatUnits(1500000n, 6)` is `'1.5'`. */
export function formatUnits(units: bigint, decimals: number): string {
  const isNegative = units < 0n
  const digits = String(isNegative ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * Truncates a decimal text to the given number of decimals. Never rounds up, so that no balance looks larger than it
 * is.
 */
export function floorDecimals(amount: string, decimals: number): string {
  const [whole, fraction = ''] = amount.split('.') as [string, string?]
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`
}
