import { expect, test } from 'vitest'
import { localDollars, localNumber, typedNumber } from './localNumber.js'

test.each([
  ['en', '1234.50', '1,234.50'],
  ['de', '1234.50', '1.234,50'],
  ['fr', '1234567', '1\u202f234\u202f567'],
  ['es', '1234.5', '1234,5'],
  ['hi', '1234567.8', '12,34,567.8'],
  ['fa', '1234.50', '۱٬۲۳۴٫۵۰'],
  // Beyond the precision of a floating-point number.
  ['en', '90071992547409930001.000000000000000001', '90,071,992,547,409,930,001.000000000000000001'],
  ['ja', '0.000001', '0.000001'],
])('in %s, %s is written %s', (locale, amount, text) => {
  expect(localNumber(amount, locale)).toBe(text)
})

test.each([
  ['en', '1234.5', '$1,234.50'],
  ['de', '1234.56', '1.234,56\u00a0$'],
  ['en', '90071992547409930001.99', '$90,071,992,547,409,930,001.99'],
  ['fa', '0.07', '$۰٫۰۷'],
])('in %s, %s dollars are written %s', (locale, amount, text) => {
  expect(localDollars(amount, locale)).toBe(text)
})

test.each([
  ['en', '1234.5', '1234.5'],
  ['pl', '1234.5', '1234,5'],
  ['fa', '1234.5', '۱۲۳۴٫۵'],
])('in %s, a field has %s as %s', (locale, amount, text) => {
  expect(typedNumber(amount, locale)).toBe(text)
})
