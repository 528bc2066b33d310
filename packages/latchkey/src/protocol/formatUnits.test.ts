import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { floorDecimals, formatUnits } from './formatUnits.js'

describe('formatUnits', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    [10n ** 18n, 18, '1'],
    [-1_500_000n, 6, '-1.5'],
    [-1n, 6, '-0.000001'],
    [-42n, 0, '-42'],
    [42n, 0, '42'],
    [2n ** 256n - 1n, 18, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
  ])('%s with %i decimals is %s', (units, decimals, text) => {
    expect(formatUnits(units, decimals)).toBe(text)
  })

  test('says exactly what it was given', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n }),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          const [whole = '', fraction = ''] = formatUnits(units, decimals).split('.')
          expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(units)
        },
      ),
    )
  })
})

describe('floorDecimals', () => {
  test.each([
    ['1.9999', 3, '1.999'],
    ['1', 3, '1.000'],
    ['0.0009', 3, '0.000'],
    ['12.5', 0, '12'],
  ])('%s to %i decimals is %s', (amount, decimals, text) => {
    expect(floorDecimals(amount, decimals)).toBe(text)
  })
})
