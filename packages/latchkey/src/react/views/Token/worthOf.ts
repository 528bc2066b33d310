import { isListed } from '../../../features/account/walletAssets.js'
import { flooredWorth } from '../../../protocol/amounts/formatAmount.js'
import { localDollars, localNumber } from '../../../protocol/amounts/localNumber.js'
import { parseAmount } from '../../../protocol/amounts/parseAmount.js'
import { priceDecimals, priceUnitsOf } from '../../../protocol/amounts/priceUnits.js'
import type { Balance } from '../../../protocol/entities/Balance.js'
import { floorDecimals } from '../../../protocol/formatUnits.js'

/** Tokens worth less than this many dollars are collapsed. */
const dust = 0.01

/** Returns a balance's value, in units of 1e-20 dollars times the balance's own unit; `0n` without a price. */
export function worthUnitsOf(token: Balance): bigint {
  if (!isListed(token)) return 0n
  const { price, quantity } = token
  const decimals = Number(quantity.decimals)
  const read = parseAmount(quantity.numeric, decimals)
  return read.status === 'ok' ? (read.units * priceUnitsOf(price)) / 10n ** BigInt(decimals) : 0n
}

/** `$1,234.56` as the language writes it, `≈ $1,234.56` if the price is not confirmed; `undefined` without a price. */
export function worthTextOf(token: Balance, locale: string): string | undefined {
  const { price, quantity } = token
  if (price <= 0 || !isListed(token)) return undefined
  const decimals = Number(quantity.decimals)
  const read = parseAmount(quantity.numeric, decimals)
  const worth = read.status === 'ok' ? flooredWorth(read.units, decimals, price) : undefined
  if (worth === undefined) return undefined
  return `${token.isPriceUnconfirmed ? '≈ ' : ''}${localDollars(worth, locale)}`
}

/** When a price that is not confirmed was made, as the language writes it; `undefined` where nobody says so. */
export function pricedTextOf({ isPriceUnconfirmed, pricedAt }: Balance, locale: string): string | undefined {
  if (!isPriceUnconfirmed || pricedAt === undefined) return undefined
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(pricedAt)
}

/**
 * Returns the total value of the listed tokens whose price is confirmed, as `$1,234.56` in the language; `undefined` if
 * there is none.
 */
export function totalTextOf(tokens: readonly Balance[], locale: string): string | undefined {
  const known = tokens.filter((token) => isListed(token) && token.price > 0 && !token.isPriceUnconfirmed)
  if (known.length === 0) return undefined
  const total = known.reduce((sum, token) => sum + worthUnitsOf(token), 0n)
  const worth = flooredWorth(total, priceDecimals, 1)
  return worth === undefined ? undefined : localDollars(worth, locale)
}

/** Sorts by value, then tokens without a price by name; returns those worth next to nothing separately. */
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
  // The network's coin pays all fees, so it is never hidden; neither are tokens without a price.
  const isSmall = (token: Balance) =>
    token.address !== undefined && token.price > 0 && isListed(token) && (worth.get(token) ?? 0n) < limit
  return { shown: sorted.filter((token) => !isSmall(token)), small: sorted.filter(isSmall) }
}

/** `1.2345 USDC`: 4 decimals, rounded down (spec §9), as the language writes them. */
export function quantityTextOf(
  { quantity, symbol }: Pick<Balance, 'quantity' | 'symbol'>,
  locale: string,
): string {
  return `${localNumber(floorDecimals(quantity.numeric, 4), locale)} ${symbol}`
}
