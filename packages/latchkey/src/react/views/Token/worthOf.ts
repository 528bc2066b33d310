import { formatWorth } from '../../../protocol/amounts/formatAmount.js'
import { parseAmount } from '../../../protocol/amounts/parseAmount.js'
import { priceDecimals, priceUnitsOf } from '../../../protocol/amounts/priceUnits.js'
import type { Balance } from '../../../protocol/entities/Balance.js'
import { floorDecimals } from '../../../protocol/formatUnits.js'

/** What is worth less than this many dollars is folded away. */
const dust = 0.01

/** What a balance is worth, in units of 1e-20 dollars times its own; `0n` without a price. */
export function worthUnitsOf({ price, quantity }: Balance): bigint {
  const decimals = Number(quantity.decimals)
  const read = parseAmount(quantity.numeric, decimals)
  return read.status === 'ok' ? (read.units * priceUnitsOf(price)) / 10n ** BigInt(decimals) : 0n
}

/** `$1,234.56`; `undefined` without a price. */
export function worthTextOf({ price, quantity }: Balance): string | undefined {
  if (price <= 0) return undefined
  const decimals = Number(quantity.decimals)
  const read = parseAmount(quantity.numeric, decimals)
  const worth = read.status === 'ok' ? formatWorth(read.units, decimals, price) : undefined
  return worth === undefined ? undefined : `$${worth}`
}

/** What all of it is worth, as `$1,234.56`; `undefined` where nothing has a price. */
export function totalTextOf(tokens: readonly Balance[]): string | undefined {
  if (tokens.every(({ price }) => price <= 0)) return undefined
  const total = tokens.reduce((sum, token) => sum + worthUnitsOf(token), 0n)
  const worth = formatWorth(total, priceDecimals, 1)
  return worth === undefined ? undefined : `$${worth}`
}

/** Most valuable first, then what has no price by name; and apart from them what is worth next to nothing. */
export function sortedTokens(tokens: readonly Balance[]): {
  readonly shown: readonly Balance[]
  readonly small: readonly Balance[]
} {
  const limit = priceUnitsOf(dust)
  const worth = new Map(tokens.map((token) => [token, worthUnitsOf(token)]))
  const sorted = [...tokens].sort((a, b) => {
    const difference = (worth.get(b) ?? 0n) - (worth.get(a) ?? 0n)
    return difference === 0n ? a.name.localeCompare(b.name) : difference > 0n ? 1 : -1
  })
  // The network's coin pays for everything: it is never hidden, and neither is what has no price.
  const isSmall = (token: Balance) =>
    token.address !== undefined && token.price > 0 && (worth.get(token) ?? 0n) < limit
  return { shown: sorted.filter((token) => !isSmall(token)), small: sorted.filter(isSmall) }
}

/** `1.2345 USDC`: 4 decimals, rounded down (spec §9). */
export function quantityTextOf({ quantity, symbol }: Pick<Balance, 'quantity' | 'symbol'>): string {
  return `${floorDecimals(quantity.numeric, 4)} ${symbol}`
}
