/** Why a text is not an amount that can be sent; a screen has words for each. */
export type AmountFault =
  | 'empty'
  | 'malformed'
  | 'signed'
  | 'exponent'
  | 'ambiguous'
  | 'tooManyDecimals'
  | 'tooLarge'

export type ParsedAmount = { status: 'ok'; units: bigint } | { status: 'refused'; reason: AmountFault }

/** The most that a contract's `uint256` holds, so the most that can be sent. */
export const maxUnits = 2n ** 256n - 1n

/**
 * Reads an amount in whole units, as a visitor types or pastes it, into base units, exactly.
 *
 * - Digits are ASCII, Arabic-Indic, Persian or full-width, one script per text. Groups are parted by any one of
 *   point, comma, space, apostrophe and the Arabic thousands mark; decimals by point, comma or the Arabic mark.
 * - What can be read in two ways is refused as `ambiguous`, never guessed: with `decimalMark` `'.'` that is `1,234`,
 *   with `','` it is `1.234`. `1.234,5`, `0,5` and `1,234,567` have one reading, so they pass in both.
 * - Decimals beyond those of the token are refused unless they are zeros: nothing is ever rounded.
 * - Never throws. `decimals` that no token can have (not a whole number from 0 to 255) are `malformed`.
 *
 * @example parseAmount('1 234,5', 6) // { status: 'ok', units: 1234500000n }
 */
export function parseAmount(
  text: string,
  decimals: number,
  { decimalMark = '.' }: { decimalMark?: '.' | ',' | undefined } = {},
): ParsedAmount {
  const trimmed = text.trim()
  if (trimmed === '') return refused('empty')
  if (trimmed.length > maxLength || !Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    return refused('malformed')
  }
  if (signs.test(trimmed)) return refused('signed')
  const plain = normalize(trimmed)
  if (plain === undefined) return refused('malformed')
  if (/^[\d.,]*\d[.,]?e\d*$/i.test(plain)) return refused('exponent')
  if (!/^[\d.,_|]+$/.test(plain) || !/\d/.test(plain)) return refused('malformed')

  const split = splitDecimals(plain, decimalMark)
  if (typeof split === 'string') return refused(split)
  const whole = ungroup(split.whole)
  if (whole === undefined || !/^\d*$/.test(split.fraction)) return refused('malformed')
  const fraction = split.fraction.replace(/0+$/, '')
  if (fraction.length > decimals) return refused('tooManyDecimals')
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > maxUnits ? refused('tooLarge') : { status: 'ok', units }
}

// 78 digits of whole units with their groups, 255 decimals, and room; what is longer is an attack, not an amount.
const maxLength = 400
const signs = /[-+\u2010-\u2015\u2212\ufe63\uff0b\uff0d]/

/** The code point of each script's zero. */
const zeros = [0x30, 0x660, 0x6f0, 0xff10]

/** ASCII digits and marks: `.` and `,` as written, `_` for what only groups, `|` for what only parts decimals. */
function normalize(text: string): string | undefined {
  // By far the most: nothing to change, and live input is read at every key.
  if (/^[\d.,]+$/.test(text)) return text
  const scripts = new Set<number>()
  let groupMark: string | undefined
  let plain = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code <= first + 9)
    if (zero !== undefined) {
      scripts.add(zero)
      plain += code - zero
    } else if (/[ \u00a0\u2007\u2009\u202f'\u2019\u066c]/.test(character)) {
      if (groupMark !== undefined && groupMark !== character) return undefined
      groupMark = character
      plain += '_'
    } else if (character === '\u066b') plain += '|'
    else if (character === '\uff0e') plain += '.'
    else if (character === '\uff0c' || character === '\u060c') plain += ','
    else if (/[.,eE]/.test(character)) plain += character
    else return undefined
  }
  // Two scripts in one number are a mistake or a trick: a look-alike digit among others.
  return scripts.size > 1 ? undefined : plain
}

function splitDecimals(
  plain: string,
  decimalMark: '.' | ',',
): { whole: string; fraction: string } | 'ambiguous' | 'malformed' {
  const at = (index: number) => ({ whole: plain.slice(0, index), fraction: plain.slice(index + 1) })
  const arabicMark = plain.indexOf('|')
  if (arabicMark !== -1) return at(arabicMark)
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last === -1) return { whole: plain, fraction: '' }
  const mark = plain.charAt(last)
  if (plain.indexOf(mark) !== last) return { whole: plain, fraction: '' }
  // Alone, before exactly three digits, the mark that is not the visitor's own may part thousands as well.
  if (mark !== decimalMark && /^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return 'ambiguous'
  return at(last)
}

/** The digits of `1,234,567` or `12,34,567` (as India groups); `undefined` when the groups are not whole. */
function ungroup(whole: string): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const mark = /\D/.exec(whole)?.[0] ?? ''
  const [first = '', ...groups] = whole.split(mark)
  const last = groups.pop() ?? ''
  const isWestern = /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  const isIndian = /^[1-9]\d?$/.test(first) && groups.every((group) => /^\d{2}$/.test(group))
  return /^\d{3}$/.test(last) && (isWestern || isIndian) ? first + groups.join('') + last : undefined
}

function refused(reason: AmountFault): ParsedAmount {
  return { status: 'refused', reason }
}
