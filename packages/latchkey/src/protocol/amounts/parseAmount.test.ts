import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localeLoaders } from '../../locales/loaders.js'
import { formatUnits } from '../formatUnits.js'
import { localNumber, typedNumber } from './localNumber.js'
import { numberMarksOf } from './numberMarks.js'
import { maxUnits, parseAmount } from './parseAmount.js'

describe('parseAmount', () => {
  test.each([
    ['en', '1.5', 1_500_000n],
    ['en', ' .5 ', 500_000n],
    ['en', '5.', 5_000_000n],
    ['en', '007', 7_000_000n],
    ['en', '1.234', 1_234_000n],
    ['en', '1,234', 1_234_000_000n],
    ['en', '1,234.567', 1_234_567_000n],
    ['en', '12,345', 12_345_000_000n],
    ['en', '1,234,567', 1_234_567_000_000n],
    ['en', '0,123', 123_000n],
    ['en', '1.50000000', 1_500_000n],
    ['en', '１，２３４．５', 1_234_500_000n],
    ['en', '١٬٢٣٤٫٥', 1_234_500_000n],
    ['de', '1,234', 1_234_000n],
    ['de', '1.234', 1_234_000_000n],
    ['de', '1.234,5', 1_234_500_000n],
    ['de', '0.5', 500_000n],
    ['de', '.5', 500_000n],
    ['de', '00.5', 500_000n],
    ['de', '１，５', 1_500_000n],
    ['de', '١,٥', 1_500_000n],
    ['de', '١.٢٣٤', 1_234_000_000n],
    ['en', `${'0'.repeat(399)}1`, 1_000_000n],
    ['de-CH', '1’234.5', 1_234_500_000n],
    ['de-CH', "1'234.5", 1_234_500_000n],
    ['es', '1.234', 1_234_000_000n],
    ['fr', '1 000', 1_000_000_000n],
    ['fr', '1\u00a0234\u202f567,8', 1_234_567_800_000n],
    ['hi', '12,34,567.8', 1_234_567_800_000n],
    ['hi', '1,234,567.8', 1_234_567_800_000n],
    ['hi', '1,23,456', 123_456_000_000n],
    ['hi', '1,23,45,678', 12_345_678_000_000n],
    ['ar', '١٬٢٣٤٫٥', 1_234_500_000n],
    ['ar', '1.5', 1_500_000n],
    ['fa', '۱۲٫۵', 12_500_000n],
    ['fa', '1.234', 1_234_000n],
    ['fa', '1,234', 1_234_000_000n],
    ['none of these', '1,234.5', 1_234_500_000n],
  ])('in %s, %s is understood', (locale, text, units) => {
    expect(parseAmount(text, 6, { locale })).toEqual({ status: 'ok', units })
  })

  test.each([
    ['en', '', 'empty'],
    ['en', '\u00a0 ', 'empty'],
    ['en', '-1', 'signed'],
    ['en', '+1', 'signed'],
    ['en', '\u22121', 'signed'],
    ['en', '1e18', 'exponent'],
    ['en', '12e3', 'exponent'],
    ['en', '1.5e3', 'exponent'],
    ['en', '1.e3', 'exponent'],
    ['en', '1,5E', 'exponent'],
    ['en', 'x1e5', 'malformed'],
    ['en', '1e5x', 'malformed'],
    ['en', 'x1', 'malformed'],
    ['en', '1x', 'malformed'],
    ['en', `${'0'.repeat(400)}1`, 'malformed'],
    ['en', '１，２', 'grouping'],
    ['hi', '12,34,567,890', 'grouping'],
    ['hi', '123,45,678', 'grouping'],
    ['hi', '12,345,67,890', 'grouping'],
    ['en', '1E3', 'exponent'],
    ['en', '1e-3', 'signed'],
    ['en', '1 000', 'grouping'],
    ['en', '1\u00a0000', 'grouping'],
    ['en', '1\u202f000', 'grouping'],
    ['en', "1'000", 'grouping'],
    ['en', '1,5', 'grouping'],
    ['en', '12,34', 'grouping'],
    ['en', '1,2345', 'grouping'],
    ['hi', '1,23,4567', 'grouping'],
    ['en', '1234,567', 'grouping'],
    ['en', '12,34,567', 'grouping'],
    ['en', '1.234,5', 'grouping'],
    ['en', '1.2.3', 'grouping'],
    ['en', '1,23,4', 'grouping'],
    ['en', '1,234.5,6', 'grouping'],
    ['en', '0,123,456', 'grouping'],
    ['en', '1٫2', 'grouping'],
    ['en', '١،٢٣٤', 'grouping'],
    ['de', '1.5', 'grouping'],
    ['de', '1,234.5', 'grouping'],
    ['de', '1 000', 'grouping'],
    ['fr', '1 00', 'grouping'],
    ['fr', '1.000', 'grouping'],
    ['fa', '۱٫۲٫۳', 'grouping'],
    ['en', '1.0000001', 'tooManyDecimals'],
    ['en', '.', 'malformed'],
    ['en', '1٢', 'malformed'],
    ['en', '0x10', 'malformed'],
    ['en', '1_000', 'malformed'],
    ['en', '1|5', 'malformed'],
    ['en', '1^5', 'malformed'],
    ['en', '\u202e12', 'malformed'],
    ['en', '१२', 'malformed'],
    ['en', 'NaN', 'malformed'],
    ['en', '9'.repeat(401), 'malformed'],
    ['en', '9'.repeat(78), 'tooLarge'],
  ])('in %s, %j is refused: %s', (locale, text, reason) => {
    expect(parseAmount(text, 6, { locale })).toEqual({ status: 'refused', reason })
  })

  test('the highest amount is 2^256-1', () => {
    expect(maxUnits).toBe(BigInt(`0x${'f'.repeat(64)}`))
    expect(parseAmount(String(maxUnits), 0)).toEqual({ status: 'ok', units: maxUnits })
    expect(parseAmount(String(maxUnits + 1n), 0)).toEqual({ status: 'refused', reason: 'tooLarge' })
    expect(parseAmount('1', 255)).toEqual({ status: 'refused', reason: 'tooLarge' })
  })

  test.each([-1, 1.5, 256, Number.NaN])('%s decimals are refused', (decimals) => {
    expect(parseAmount('1', decimals)).toEqual({ status: 'refused', reason: 'malformed' })
  })

  test('1,000,000 formatted amounts parse to the same units', { timeout: 60_000 }, () => {
    const random = xorshift(0x1a7c)
    const wrong: string[] = []
    const words32 = new Uint32Array(8)
    const words64 = new BigUint64Array(words32.buffer)
    for (let round = 0; round < 1_000_000; round++) {
      const decimals = random() % 37
      for (let word = 0; word < words32.length; word++) words32[word] = random()
      const [a = 0n, b = 0n, c = 0n, d = 0n] = words64
      const whole = (((((a << 64n) | b) << 64n) | c) << 64n) | d
      const units = whole >> BigInt(random() % 257)
      const text = formatUnits(units, decimals)
      const parsed = parseAmount(text, decimals)
      if (parsed.status !== 'ok' || parsed.units !== units) wrong.push(`${text} (${decimals})`)
    }
    expect(wrong).toEqual([])
  })

  const languages = fc.constantFrom('en', ...Object.keys(localeLoaders), 'de-CH', 'en-IN', 'ar-EG', 'pt-PT')
  const amounts = fc.record({
    units: fc.bigInt({ min: 0n, max: maxUnits }),
    shift: fc.integer({ min: 0, max: 256 }),
    decimals: fc.integer({ min: 0, max: 36 }),
  })

  test('an amount formatted in a language parses in it to the same units', {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(languages, amounts, (locale, { units: most, shift, decimals }) => {
        const units = most >> BigInt(shift)
        const text = formatUnits(units, decimals)
        const ok = { status: 'ok', units }
        expect(parseAmount(localNumber(text, locale), decimals, { locale })).toEqual(ok)
        expect(parseAmount(typedNumber(text, locale), decimals, { locale })).toEqual(ok)
      }),
      { numRuns: 3000 },
    )
  })

  test('an accepted text is a form that the language has for that number', { timeout: 60_000 }, () => {
    const texts = fc.string({ unit: fc.constantFrom(..."0123450000., '\u00a0\u202f"), maxLength: 10 })
    fc.assert(
      fc.property(languages, texts, (locale, text) => {
        const parsed = parseAmount(text, 12, { locale })
        if (parsed.status === 'refused') return
        const plain = formatUnits(parsed.units, 12)
        const own = numberMarksOf(locale).decimal === ',' ? ',' : '.'
        const isBelowOne = plain.startsWith('0')
        const writings = [
          ...writingsOf(plain, locale),
          ...(isBelowOne ? [plain, plain.replace('.', ',')] : []),
          ...(numberMarksOf(locale).isIndian ? writingsOf(plain, 'en') : []),
        ]
        expect(writings.map((writing) => bare(writing, isBelowOne ? undefined : own))).toContain(
          bare(text, isBelowOne ? undefined : own),
        )
      }),
      { numRuns: 10_000 },
    )
  })

  test('never throws for any text, and a parsed amount has the text’s digits', {
    timeout: 60_000,
  }, () => {
    const characters = fc.constantFrom(...'0123456789.,eE+-_ xX|\u066b\u066c\u202f\u202e٣۷５\u0000')
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: characters, maxLength: 12 }))
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 40 }), (text, decimals) => {
        const parsed = parseAmount(text, decimals)
        if (parsed.status === 'refused') return
        const written = text
          .normalize('NFKC')
          .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
        const digits = written.replace(/\D/g, '').replace(/^0+|0+$/g, '')
        expect(String(parsed.units).replace(/0+$/, '')).toBe(digits)
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 5000), ...(process.env.LONG_RUNS ? {} : { seed: 4 }) },
    )
  })
})

const formatters = new Map<string, readonly Intl.NumberFormat[]>()

/** A number in `Intl`'s format for a language, with and without grouping, in ASCII digits. */
function writingsOf(plain: string, locale: string): readonly string[] {
  const formats =
    formatters.get(locale) ??
    [true, false].map(
      (useGrouping) =>
        new Intl.NumberFormat(`${locale}-u-nu-latn`, { useGrouping, maximumFractionDigits: 12 }),
    )
  formatters.set(locale, formats)
  return formats.map((format) => format.format(Number(plain)))
}

/** Removes insignificant zeros and unifies blanks and apostrophes; accepts any decimal mark if none is given. */
function bare(text: string, decimalMark: string | undefined): string {
  const one = text
    .trim()
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/’/g, "'")
    .replace(/^0+/, '')
  const at = decimalMark === undefined ? one.search(/[.,]/) : one.indexOf(decimalMark)
  return at === -1 ? one : `${one.slice(0, at)}|${one.slice(at + 1)}`.replace(/\|?0*$/, '')
}

/** A small generator of 32-bit numbers, with the same sequence on every run. */
function xorshift(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
