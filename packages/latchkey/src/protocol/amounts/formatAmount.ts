import { fallbackBalance } from '../constants.js'
import { floorDecimals, formatUnits } from '../formatUnits.js'
import { priceDecimals, priceUnitsOf } from './priceUnits.js'

/** Formats an account's balance: 3 decimals, rounded down; zero is `'0.00'` (spec §9). */
export function formatBalance(units: bigint, decimals: number): string {
  return units === 0n ? fallbackBalance : floorUnits(units, decimals, 3)
}

/** Formats a token's amount for its row: 4 decimals, rounded down. */
export function formatTokenAmount(units: bigint, decimals: number): string {
  return floorUnits(units, decimals, 4)
}

/** Formats a transaction's amount for the activity: 3 decimals, rounded down (spec §9). */
export function formatQuantity(units: bigint, decimals: number): string {
  return floorUnits(units, decimals, 3)
}

/** Formats an amount of a swap: 6 decimals, rounded down (spec §9). */
export function formatSwapAmount(units: bigint, decimals: number): string {
  return floorUnits(units, decimals, 6)
}

/**
 * Formats a decimal text in en-US with 2 decimals, rounded down: `'1234.567'` becomes `'1,234.56'` (spec §9). It works
 * on the text, so amounts beyond 2^53 keep their digits.
 */
export function formatNumber(amount: string): string {
  const [whole, fraction] = floorDecimals(amount, 2).split('.') as [string, string]
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/**
 * Returns an amount's value, as `'1,234.56'`; `undefined` without a usable price: one that is not a number, negative,
 * or at least 1e21, which no coin costs.
 */
export function formatWorth(units: bigint, decimals: number, price: number): string | undefined {
  const worth = flooredWorth(units, decimals, price)
  return worth === undefined ? undefined : formatNumber(worth)
}

/** Returns an amount's value, as `'1234.56'`, rounded down; `undefined` without a usable price. */
export function flooredWorth(units: bigint, decimals: number, price: number): string | undefined {
  if (!Number.isFinite(price) || price < 0 || price >= 1e21) return undefined
  return floorUnits(units * priceUnitsOf(price), decimals + priceDecimals, 2)
}

function floorUnits(units: bigint, decimals: number, shown: number): string {
  return floorDecimals(formatUnits(units, decimals), shown)
}
