import { describe, expect, test } from 'vitest'
import { priceUnitsOf } from './priceUnits.js'

describe('priceUnitsOf', () => {
  test.each([
    [1, 10n ** 20n],
    [0.29, 29n * 10n ** 18n],
    [0.1 + 0.2, 30000000000000004000n],
    [1999.99, 199999n * 10n ** 18n],
    [1e-20, 1n],
    [1.5e-20, 1n],
    [1e-21, 0n],
    [1e20, 10n ** 40n],
    [123456789.123, 123456789123n * 10n ** 17n],
  ])('%d', (price, units) => {
    expect(priceUnitsOf(price)).toBe(units)
  })

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e30])('%d is no price', (price) => {
    expect(priceUnitsOf(price)).toBe(0n)
  })

  test('every price in cents is that many cents', () => {
    for (let cents = 1; cents <= 100_000; cents++) {
      if (priceUnitsOf(cents / 100) !== BigInt(cents) * 10n ** 18n) throw new Error(String(cents / 100))
    }
  })
})
