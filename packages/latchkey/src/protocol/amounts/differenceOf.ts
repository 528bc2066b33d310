import { formatUnits } from '../formatUnits.js'

/** Subtracts one decimal text from another, exactly: `differenceOf('10', '1.5')` is `'8.5'`. */
export function differenceOf(amount: string, other: string): string {
  const decimals = Math.max(...[amount, other].map((one) => one.split('.')[1]?.length ?? 0))
  const unitsOf = (one: string) => {
    const [whole = '', fraction = ''] = one.split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  }
  return formatUnits(unitsOf(amount) - unitsOf(other), decimals)
}
