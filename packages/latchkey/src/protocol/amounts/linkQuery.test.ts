import { describe, expect, test } from 'vitest'
import { parseQuery, parseUnits } from './linkQuery.js'

describe('parseQuery', () => {
  const pattern = /^([a-z]+)=(\d+)$/
  const read = (query: string) => {
    const parameters = parseQuery(query, pattern)
    return parameters && [...parameters]
  }

  test('reads parameters in their order', () => {
    expect(read('')).toEqual([])
    expect(read('a=1')).toEqual([['a', '1']])
    expect(read('b=2&a=1&c=1')).toEqual([
      ['b', '2'],
      ['a', '1'],
      ['c', '1'],
    ])
  })

  test.each(['a', 'a=', '=1', 'a=b', 'a=1&', '&a=1', 'a=1&b', 'a=1;b=2'])('refuses %s', (query) => {
    expect(read(query)).toBeUndefined()
  })

  test('refuses a parameter that comes twice, also with one value', () => {
    expect(read('a=1&b=2&a=3')).toBeUndefined()
    expect(read('a=1&a=1')).toBeUndefined()
  })

  test('refuses a part of which the pattern reads only a name', () => {
    expect(parseQuery('a', /^([a-z]+)(?:=(\d+))?$/)).toBeUndefined()
    expect(parseQuery('=1', /^([a-z]+)?=(\d+)$/)).toBeUndefined()
  })
})

describe('parseUnits', () => {
  const most = 2n ** 256n - 1n

  test.each([
    ['0', 0n],
    ['1', 1n],
    ['0012', 12n],
    ['1e18', 10n ** 18n],
    ['1E18', 10n ** 18n],
    ['1e+18', 10n ** 18n],
    ['1e0', 1n],
    ['1.5e18', 15n * 10n ** 17n],
    ['12.345e3', 12_345n],
    ['12.345e4', 123_450n],
    ['1.50e1', 15n],
    ['10.00', 10n],
    ['1.0100e2', 101n],
    [`0.${'0'.repeat(76)}10e77`, 1n],
    [String(most), most],
  ])('%s is %i', (text, units) => {
    expect(parseUnits(text)).toBe(units)
  })

  test.each([
    ['no number', ''],
    ['a word', 'a'],
    ['signed', '-1'],
    ['signed by +', '+1'],
    ['not whole', '1.5'],
    ['not whole in spite of its exponent', '1.234e2'],
    ['without a whole part', '.5e1'],
    ['without decimals after the point', '1.e1'],
    ['without an exponent', '1e'],
    ['with a negative exponent', '10e-1'],
    ['with an exponent of three digits', '0e100'],
    ['with something before it', 'x1'],
    ['with something after it', '1 '],
    ['hexadecimal', '0x1'],
    ['longer than a uint256', '0'.repeat(79)],
    ['with more decimals than that', `1.${'0'.repeat(79)}`],
    ['a unit above a uint256', String(most + 1n)],
    ['far above a uint256', '1e99'],
  ])('refuses a number that is %s', (_, text) => {
    expect(parseUnits(text)).toBeUndefined()
  })
})
