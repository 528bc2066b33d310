import { describe, expect, test } from 'vitest'
import { parseExact, readExact, writeExact } from './exactJson.js'

describe('numbers of 64 bits', () => {
  test.each([
    '{"a":18446744073709551615}',
    '[9007199254740993,-9223372036854775808,1]',
    '{"9007199254740993":"9007199254740993"}',
    '["\\"9007199254740993","\\\\",9007199254740993]',
    '{"a":1.5,"b":[null,true,"x"],"c":9007199254740992}',
  ])('%s is written as it was read', (text) => {
    expect(writeExact(parseExact(text))).toBe(text)
  })

  test('a text with digits stays a text', () => {
    expect(parseExact('{"a":"18446744073709551615"}')).toEqual({ a: '18446744073709551615' })
  })

  test('a fraction or a power is no whole number', () => {
    expect(parseExact('[1234567890123456.5,1234567890123456e2]')).toEqual([
      1234567890123456.5, 123456789012345600,
    ])
  })

  test.each([
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['5', 5n],
    ['-5', undefined],
    ['-9007199254740993', undefined],
    ['1.5', undefined],
    ['"9007199254740993"', undefined],
    ['null', undefined],
  ])('%s is read as %s', (text, value) => {
    expect(readExact(parseExact(text))).toBe(value)
  })

  test.each(['{', '"1234567890123456', '12345678901234567890.', '[12345678901234567 1]'])(
    '%s is no JSON',
    (text) => {
      expect(() => parseExact(text)).toThrow()
    },
  )

  test('a hostile text takes no time by the square of its length', () => {
    const startedAt = performance.now()
    for (const part of ['\\"', '1', '12345678901234567.', '"1234567890123456']) {
      const text = part.repeat(400_000)
      expect(() => parseExact(`[${text}`)).toThrow()
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
