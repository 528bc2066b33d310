/** A language's digits and marks for numbers. */
export interface NumberMarks {
  /** Before decimals: `'.'`, `','` or `'٫'`. */
  decimal: string
  /** Between groups of digits: `','`, `'.'`, `'٬'`, an apostrophe or a kind of blank. */
  group: string
  /** Groups before the last have two digits, as in India: `12,34,567`. */
  isIndian: boolean
  /** The language uses the Arabic script, whose keyboards have separate number marks. */
  isArabic: boolean
  /** The code point of its zero. */
  zero: number
}

const known = new Map<string, NumberMarks>()

/** Reads a language's marks and digits from `Intl`; English for an invalid language tag. */
export function numberMarksOf(locale: string): NumberMarks {
  const before = known.get(locale)
  if (before !== undefined) return before
  const parts = formatterOf(locale).formatToParts(1_234_567.5)
  const textOf = (type: string) => parts.filter((part) => part.type === type).map(({ value }) => value)
  const [decimal] = textOf('decimal') as [string]
  // Some languages have no grouping mark, such as English for programs (`en-US-u-va-posix`).
  const [group = ','] = textOf('group')
  const [five] = textOf('fraction') as [string]
  const zero = (five.codePointAt(0) as number) - 5
  const isIndian = textOf('integer').some((digits) => digits.length === 2)
  const marks = { decimal, group, isIndian, isArabic: isArabic(locale), zero }
  known.set(locale, marks)
  return marks
}

function isArabic(locale: string): boolean {
  try {
    return new Intl.Locale(locale).maximize().script === 'Arab'
  } catch {
    return false
  }
}

function formatterOf(locale: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale)
  } catch {
    return new Intl.NumberFormat('en')
  }
}
