import type { Image } from './Image.js'
import { textTile, tileColor } from './tile.js'

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Returns a tile with a currency's sign (`usd` -> `$`), or its code if it has no sign; `undefined` for an unknown code.
 */
export function currencyTile(code: string): Image | undefined {
  const currency = code.toUpperCase()
  if (!codes.has(currency)) return undefined
  return textTile(signOf(currency), tileColor(currency))
}

function signOf(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  // Long signs, and signs with direction marks, do not fit on a tile.
  return /^[\p{L}\p{Sc}.]{1,3}$/u.test(sign) ? sign : currency
}
