import { formatUnits } from '../formatUnits.js'

/** Subtracts one decimal text from another, exactly: `differenceOf('10', '1.5')` is `'8.5'`. */
export function differenceOf(amount: string, other: string): string {
  const decimalsOf = (one: string) => one.split('.')[1]?.length ?? 0
  const decimals = Math.max(decimalsOf(amount), decimalsOf(other))
  const unitsOf = (one: string) => BigInt(one.replace('.', '') + '0'.repeat(decimals - decimalsOf(one)))
  return formatUnits(unitsOf(amount) - unitsOf(other), decimals)
}
