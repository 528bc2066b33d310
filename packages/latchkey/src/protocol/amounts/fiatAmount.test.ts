import fc from 'fast-check'
import { expect, test } from 'vitest'
import { floorDecimals, formatUnits } from '../formatUnits.js'
import { roundedWorth, unitsOfFiat } from './fiatAmount.js'

const millionths = (cents: bigint) => cents * 10_000n

test.each([
  ['5.00', 500n, 18, 2431.17],
  ['5.00', 500n, 6, 0.9998],
  ['0.01', 1n, 8, 64_012.4],
  ['1000000.07', 100_000_007n, 18, 0.000003],
])('$%s typed is $%s reviewed', (text, cents, decimals, price) => {
  const units = unitsOfFiat(millionths(cents), decimals, price) ?? 0n
  expect(roundedWorth(units, decimals, price)).toBe(text)
})

test('the review shows the typed amount to the cent, if the token’s base unit is worth less than a cent', () => {
  const prices = fc.double({ min: 1e-9, max: 1e6, noNaN: true })
  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n })
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 24 }), prices, (typed, decimals, price) => {
      fc.pre(price / 10 ** decimals < 0.0099)
      const units = unitsOfFiat(millionths(typed), decimals, price)
      expect(units === undefined ? undefined : roundedWorth(units, decimals, price)).toBe(
        floorDecimals(formatUnits(typed, 2), 2),
      )
    }),
    { numRuns: Number(process.env.LONG_RUNS ?? 2_000) },
  )
})

test('half a cent is rounded up, and less is not', () => {
  expect(roundedWorth(5n, 3, 1)).toBe('0.01')
  expect(roundedWorth(4n, 3, 1)).toBe('0.00')
})

test.each([0, -1, Number.NaN])('a price of %d counts as no price', (price) => {
  expect(unitsOfFiat(1n, 6, price)).toBeUndefined()
  expect(roundedWorth(1n, 6, price)).toBeUndefined()
})
