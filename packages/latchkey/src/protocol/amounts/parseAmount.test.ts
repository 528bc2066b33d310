import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUnits } from '../formatUnits.js'
import { maxUnits, parseAmount } from './parseAmount.js'

describe('parseAmount', () => {
  test.each([
    ['1.5', 1_500_000n],
    [' 0,5 ', 500_000n],
    ['.5', 500_000n],
    ['5.', 5_000_000n],
    ['007', 7_000_000n],
    ['1.234', 1_234_000n],
    ['0,123', 123_000n],
    ['1234,567', 1_234_567_000n],
    ['1.234,5', 1_234_500_000n],
    ['1,234.567', 1_234_567_000n],
    ['1,234,567', 1_234_567_000_000n],
    ['1.234.567', 1_234_567_000_000n],
    ['12,34,567.8', 1_234_567_800_000n],
    ['1 234,567', 1_234_567_000n],
    ['1\u202f234', 1_234_000_000n],
    ['1\u2009234\u2009567', 1_234_567_000_000n],
    ['1’234.5', 1_234_500_000n],
    ['١٬٢٣٤٫٥', 1_234_500_000n],
    ['۱۲٫۵', 12_500_000n],
    ['１２．５', 12_500_000n],
    ['1.50000000', 1_500_000n],
  ])('%s is understood', (text, units) => {
    expect(parseAmount(text, 6)).toEqual({ status: 'ok', units })
  })

  test.each([
    ['', 'empty'],
    ['\u00a0 ', 'empty'],
    ['-1', 'signed'],
    ['+1', 'signed'],
    ['\u22121', 'signed'],
    ['1e18', 'exponent'],
    ['1E3', 'exponent'],
    ['1e-3', 'signed'],
    ['1,234', 'ambiguous'],
    ['١،٢٣٤', 'ambiguous'],
    ['1.0000001', 'tooManyDecimals'],
    ['.', 'malformed'],
    ['1.2.3', 'malformed'],
    ['1,23,4', 'malformed'],
    ['1,234.5,6', 'malformed'],
    ['1.234.567,8,9', 'malformed'],
    ['0,123,456', 'malformed'],
    ['1 23', 'malformed'],
    ['1\u2009234 567', 'malformed'],
    ['1٫2٫3', 'malformed'],
    ['1٢', 'malformed'],
    ['0x10', 'malformed'],
    ['1_000', 'malformed'],
    ['1|5', 'malformed'],
    ['\u202e12', 'malformed'],
    ['१२', 'malformed'],
    ['NaN', 'malformed'],
    ['9'.repeat(401), 'malformed'],
    ['9'.repeat(78), 'tooLarge'],
  ])('%j is refused: %s', (text, reason) => {
    expect(parseAmount(text, 6)).toEqual({ status: 'refused', reason })
  })

  test('a decimal comma of the visitor turns what is ambiguous round', () => {
    const options = { decimalMark: ',' } as const
    expect(parseAmount('1,234', 6, options)).toEqual({ status: 'ok', units: 1_234_000n })
    expect(parseAmount('1.234', 6, options)).toEqual({ status: 'refused', reason: 'ambiguous' })
  })

  test('the most is 2^256-1', () => {
    expect(parseAmount(String(maxUnits), 0)).toEqual({ status: 'ok', units: maxUnits })
    expect(parseAmount(String(maxUnits + 1n), 0)).toEqual({ status: 'refused', reason: 'tooLarge' })
    expect(parseAmount('1', 255)).toEqual({ status: 'refused', reason: 'tooLarge' })
  })

  test.each([-1, 1.5, 256, Number.NaN])('%s decimals are refused', (decimals) => {
    expect(parseAmount('1', decimals)).toEqual({ status: 'refused', reason: 'malformed' })
  })

  test('1,000,000 amounts come back as they were', { timeout: 60_000 }, () => {
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

  test('whatever is written: it never throws, and what it reads has the digits that were written', {
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
      { numRuns: 5000, seed: 4 },
    )
  })
})

/** A small generator of 32-bit numbers, the same at every run. */
function xorshift(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
