import type { Image } from './Image.js'
import { textTile, tileColor } from './tile.js'

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** A tile with a currency's sign (`usd` -> `$`), or its code where it has none; `undefined` for what is no currency. */
export function currencyTile(code: string): Image | undefined {
  const currency = code.toUpperCase()
  if (!codes.has(currency)) return undefined
  return textTile(signOf(currency), tileColor(currency))
}

function signOf(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  // Signs with marks of writing direction, and long ones, are not for a tile.
  return /^[\p{L}\p{Sc}.]{1,3}$/u.test(sign) ? sign : currency
}
