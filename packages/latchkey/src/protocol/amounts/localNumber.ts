import { numberMarksOf } from './numberMarks.js'

/**
 * Formats a decimal text in a language, with its grouping, marks and digits: `'1234.50'` becomes `1.234,50` in German.
 * Keeps every digit, also beyond 2^53; never rounds.
 */
export function localNumber(amount: string, locale: string): string {
  return written(amount, locale, 'decimal')
}

/** Formats US dollars in a language: `'1234.5'` becomes `$1,234.50` in English and `1.234,50 $` in German. */
export function localDollars(amount: string, locale: string): string {
  return written(amount, locale, 'dollars')
}

/** Writes a decimal text as a visitor types it: in the language's digits, with its decimal mark, without grouping. */
export function typedNumber(amount: string, locale: string): string {
  const { decimal, zero } = numberMarksOf(locale)
  return inDigits(amount, zero).replace('.', () => decimal)
}

const styles = {
  decimal: { minimumFractionDigits: 2 },
  dollars: { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
} as const satisfies { readonly [style: string]: Intl.NumberFormatOptions }
const formatters = new Map<string, Intl.NumberFormat>()

function written(amount: string, locale: string, style: keyof typeof styles): string {
  const key = `${style} ${locale}`
  const format = formatters.get(key) ?? new Intl.NumberFormat(locale, styles[style])
  formatters.set(key, format)
  const [whole, typed = ''] = amount.split('.') as [string, string?]
  const fraction = style === 'dollars' ? typed.padEnd(2, '0') : typed
  const { zero } = numberMarksOf(locale)
  // `Intl` formats the whole part, passed as a bigint; the decimals are inserted unchanged.
  const parts = format.formatToParts(BigInt(whole)).map(({ type, value }) => {
    if (type === 'fraction') return inDigits(fraction, zero)
    return type === 'decimal' && fraction === '' ? '' : value
  })
  // `Intl`'s direction marks would reverse an amount that is in a separate element.
  return parts.join('').replace(/[\u200e\u200f\u061c]/g, '')
}

function inDigits(ascii: string, zero: number): string {
  return ascii.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}
