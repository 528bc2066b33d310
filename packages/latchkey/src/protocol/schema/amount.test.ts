import * as v from 'valibot'
import { expect, test } from 'vitest'
import { amountText, decimalsText, priceNumber, unitsText } from './amount.js'

const digits = (count: number) => '9'.repeat(count)

test.each(['0', '12', '0.5', '12.25', '007', digits(78), `1.${digits(77)}`, `${digits(78)}.${digits(77)}`])(
  '%s is an amount',
  (text) => expect(v.is(amountText, text)).toBe(true),
)

test.each([
  '',
  '.5',
  '1.',
  '-1',
  '+1',
  '1e5',
  '1,5',
  '1 000',
  ' 1',
  '1\n',
  '0x1',
  digits(79),
  `1.${digits(78)}`,
  1,
])('%j is no amount', (text) => expect(v.is(amountText, text)).toBe(false))

test.each(['0', '12', digits(78)])('%s is an amount in base units', (text) => {
  expect(v.is(unitsText, text)).toBe(true)
})

test.each(['', '1.5', '-1', 'x1', '1x', digits(79), 1])('%j is no amount in base units', (text) => {
  expect(v.is(unitsText, text)).toBe(false)
})

test.each(['0', '6', '18', '36'])('a token may have %s decimals', (text) => {
  expect(v.is(decimalsText, text)).toBe(true)
})

test.each(['', '37', '99', '018', '-1', 'x1', '1x', '1.5', 18])(
  'a token does not have %j decimals',
  (text) => {
    expect(v.is(decimalsText, text)).toBe(false)
  },
)

test.each([0, 0.01, 97_000, 1e15])('%s is a price', (price) => {
  expect(v.is(priceNumber, price)).toBe(true)
})

test.each([-0.01, 1.1e15, Number.NaN, Number.POSITIVE_INFINITY, '1'])('%j is no price', (price) => {
  expect(v.is(priceNumber, price)).toBe(false)
})
