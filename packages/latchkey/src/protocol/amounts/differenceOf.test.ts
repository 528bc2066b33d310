import { expect, test } from 'vitest'
import { differenceOf } from './differenceOf.js'

test.each([
  ['10', '1.5', '8.5'],
  ['1.5', '0.25', '1.25'],
  ['0.1', '0.1', '0'],
  ['12345678901234567890.000000000000000001', '0.000000000000000001', '12345678901234567890'],
])('%s − %s = %s', (amount, other, rest) => {
  expect(differenceOf(amount, other)).toBe(rest)
})
