import { type NumberMarks, numberMarksOf } from './numberMarks.js'

/** The reasons why a text is not an amount that can be sent; the send form has a text for each. */
export type AmountFault =
  | 'empty'
  | 'malformed'
  | 'signed'
  | 'exponent'
  /** A blank, an apostrophe, a point or a comma is where the visitor's language does not allow one. */
  | 'grouping'
  | 'tooManyDecimals'
  | 'tooLarge'

export type ParsedAmount = { status: 'ok'; units: bigint } | { status: 'refused'; reason: AmountFault }

/** The maximum of a contract's `uint256`, and so of a transfer. */
export const maxUnits = 2n ** 256n - 1n

/**
 * Reads an amount in whole units, as a visitor types or pastes it, into base units, exactly.
 *
 * - Numbers are read only in the format of `locale` (a BCP 47 tag, English by default): `1,234` is 1234 in English
 *   and 1.234 in German. Groups must be complete and separated by the language's mark; any blank may replace any other.
 *   Any other text with a blank or a mark is rejected as `grouping`, never guessed.
 * - Only after a single zero or nothing does the other mark count too: `0.5` and `.5` mean the same in every language.
 * - Digits are ASCII, Arabic-Indic, Persian or full-width, one script per text. With digits of the Arabic script, or in
 *   its languages, the marks of that script are read as well.
 * - Decimals beyond the token's are rejected unless they are zeros: nothing is ever rounded.
 * - Never throws. `decimals` that no token can have (not a whole number from 0 to 255) are `malformed`.
 *
 * @example parseAmount('1 234,5', 6, { locale: 'fr' }) // { status: 'ok', units: 1234500000n }
 */
export function parseAmount(
  text: string,
  decimals: number,
  // Stryker disable next-line StringLiteral: an invalid tag reads as English.
  { locale = 'en' }: { locale?: string | undefined } = {},
): ParsedAmount {
  const trimmed = text.trim()
  if (trimmed === '') return refused('empty')
  if (trimmed.length > maxLength || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    return refused('malformed')
  }
  if (signs.test(trimmed)) return refused('signed')
  const plain = normalize(trimmed)
  if (/^[\d.,]*\d[.,]?e\d*$/i.test(plain)) return refused('exponent')
  if (!/^[\d.,_'|^;]+$/.test(plain) || !/\d/.test(plain)) return refused('malformed')

  const split = splitBy(plain, text, numberMarksOf(locale))
  if (split === undefined) return refused('grouping')
  const fraction = split.fraction.replace(/0+$/, '')
  if (fraction.length > decimals) return refused('tooManyDecimals')
  const units = BigInt(split.whole + fraction.padEnd(decimals, '0'))
  return units > maxUnits ? refused('tooLarge') : { status: 'ok', units }
}

// 78 whole digits with their groups, 255 decimals, and some room; a longer text is an attack, not an amount.
const maxLength = 400
const signs = /[-+\u2010-\u2015\u2212\ufe63\uff0b\uff0d]/
const blanks = /[ \u00a0\u2007\u2009\u202f]/
const arabic = /[\u0660-\u0669\u06f0-\u06f9]/

/** The code point of each script's zero. */
const zeros = [0x30, 0x660, 0x6f0, 0xff10]

/**
 * Converts to ASCII digits and marks: `.` and `,`, `_` for blanks, `'`, `|` and `^` for the Arabic decimal and
 * thousands marks, `?` for any other character. Empty if the digits mix scripts: a mistake, or a trick with look-alike
 * digits.
 */
function normalize(text: string): string {
  const scripts = new Set<number>()
  let plain = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code <= first + 9)
    if (zero !== undefined) {
      scripts.add(zero)
      plain += code - zero
    } else if (/[.,eE]/.test(character)) plain += character
    else plain += markOf(character) ?? '?'
  }
  return scripts.size > 1 ? '' : plain
}

function markOf(character: string): string | undefined {
  if (blanks.test(character)) return '_'
  if (character === "'" || character === '\u2019') return "'"
  if (character === '\u066b') return '|'
  if (character === '\u066c') return '^'
  if (character === '\uff0e') return '.'
  // The Arabic comma separates list items, so it is not a number's mark.
  if (character === '\u060c') return ';'
  return character === '\uff0c' ? ',' : undefined
}

/** Splits at the language's decimal mark; `undefined` if the text is not a number in the language. */
function splitBy(
  plain: string,
  text: string,
  { decimal, group, isIndian, isArabic }: NumberMarks,
): { whole: string; fraction: string } | undefined {
  const ownDecimal = markOf(decimal) ?? decimal
  const ownGroup = markOf(group) ?? group
  // Arabic keyboards have both kinds of marks: a point may also separate decimals, and a comma thousands.
  const hasBoth = isArabic || arabic.test(text)
  const decimalMarks = hasBoth ? [ownDecimal === '|' ? '.' : ownDecimal, '|'] : [ownDecimal]
  const groupMarks = hasBoth ? [ownGroup === '^' ? ',' : ownGroup, '^'] : [ownGroup]
  const lone = /^0*[.,](\d*)$/.exec(plain)
  if (lone?.[1] !== undefined) return { whole: '', fraction: lone[1] }
  const at = [...plain].findIndex((character) => decimalMarks.includes(character))
  const whole = at === -1 ? plain : plain.slice(0, at)
  const fraction = at === -1 ? '' : plain.slice(at + 1)
  if (!/^\d*$/.test(fraction)) return undefined
  if (/^\d*$/.test(whole)) return { whole, fraction }
  const mark = whole.replace(/\d/g, '').charAt(0)
  const [first, ...groups] = whole.split(mark) as [string, ...string[]]
  if (!groupMarks.includes(mark)) return undefined
  return isGrouped(first, groups, isIndian) ? { whole: first + groups.join(''), fraction } : undefined
}

/** Checks that groups are complete: three digits each, or the Indian grouping. */
function isGrouped(first: string, groups: readonly string[], isIndian: boolean): boolean {
  if (/^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))) return true
  const hundreds = groups.slice(0, -1)
  return (
    isIndian &&
    /^[1-9]\d?$/.test(first) &&
    hundreds.every((group) => /^\d{2}$/.test(group)) &&
    /^\d{3}$/.test(String(groups.at(-1)))
  )
}

function refused(reason: AmountFault): ParsedAmount {
  return { status: 'refused', reason }
}
