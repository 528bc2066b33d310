import { expect, test } from 'vitest'
import {
  formatBalance,
  formatNumber,
  formatQuantity,
  formatSwapAmount,
  formatTokenAmount,
  formatWorth,
} from './formatAmount.js'

test('each view has its own number of decimals, rounded down', () => {
  const units = 1_999_999_999n
  expect(formatBalance(units, 9)).toBe('1.999')
  expect(formatQuantity(units, 9)).toBe('1.999')
  expect(formatTokenAmount(units, 9)).toBe('1.9999')
  expect(formatSwapAmount(units, 9)).toBe('1.999999')
})

test('a balance of zero is 0.00', () => {
  expect(formatBalance(0n, 18)).toBe('0.00')
  expect(formatBalance(1n, 18)).toBe('0.000')
})

test.each([
  ['0', '0.00'],
  ['999.999', '999.99'],
  ['1234.5', '1,234.50'],
  ['-1234567', '-1,234,567.00'],
  ['123456789012345678901234567890.129', '123,456,789,012,345,678,901,234,567,890.12'],
])('%s is written %s', (amount, text) => {
  expect(formatNumber(amount)).toBe(text)
})

test.each([
  [1_500_000n, 6, 2000, '3,000.00'],
  [10n ** 18n, 18, 1e-8, '0.00'],
  [10n ** 30n, 18, 1e-8, '10,000.00'],
  [1_000_000n, 6, 0, '0.00'],
])('%s with %i decimals at %d is worth %s', (units, decimals, price, text) => {
  expect(formatWorth(units, decimals, price)).toBe(text)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e21, 1e30])('a price of %d is no price', (price) => {
  expect(formatWorth(1n, 0, price)).toBeUndefined()
})
