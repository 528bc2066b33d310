import { expect, test } from 'vitest'
import { amountTextOf } from './amountText.js'

test.each([
  ['en', 0n, 18, '0'],
  ['en', 1_500_000n, 6, '1.5'],
  ['en', 1_234_500_000n, 6, '1,234.5'],
  ['en', 1_234_567_891n, 10, '0.1234567891'],
  ['en', 12_345_678_912n, 11, '0.123456'],
  ['en', 100_000_000_000_001n, 12, '100'],
  ['en', 1_200_000_000_001n, 12, '1.2'],
  ['de', 1_999_999_999_999n, 12, '1,999999'],
  ['en', 1_000_000_000_000n, 18, '0.000001'],
  ['en', 999_999_999_999n, 18, '<0.000001'],
  ['de', 1n, 18, '<0,000001'],
])('in %s, %i base units with %i decimals are shown as %s', (locale, units, decimals, text) => {
  expect(amountTextOf(units, decimals, locale)).toBe(text)
})
