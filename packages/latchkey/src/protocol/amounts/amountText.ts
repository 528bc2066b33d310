import { floorDecimals, formatUnits } from '../formatUnits.js'
import { localNumber } from './localNumber.js'

/** An amount in whole tokens in a language's format: all decimals if it is short, else 6, rounded down. */
export function amountTextOf(units: bigint, decimals: number, locale: string): string {
  const amount = formatUnits(units, decimals)
  if (amount.length <= 12) return localNumber(amount, locale)
  const floored = floorDecimals(amount, 6).replace(/\.?0+$/, '')
  return floored === '0' ? `<${localNumber('0.000001', locale)}` : localNumber(floored, locale)
}
