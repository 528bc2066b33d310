import { expect, test } from 'vitest'
import { pluralText } from './pluralText.js'

const text = 'one={count} wallet|other={count} wallets'

test.each([
  ['en', 0, '0 wallets'],
  ['en', 1, '1 wallet'],
  ['en', 12_345, '12,345 wallets'],
  ['de', 12_345, '12.345 wallets'],
])('%s, %i: %s', (locale, count, written) => {
  expect(pluralText(text, locale, { count })).toBe(written)
})

test('the forms of Arabic, in its digits where the region writes them', () => {
  const forms = 'zero=لا شيء|one=واحدة|two=اثنتان|few={count} محافظ|many={count} محفظة|other={count} محفظة'
  expect([0, 1, 2, 3, 11].map((count) => pluralText(forms, 'ar-u-nu-latn', { count }))).toEqual([
    'لا شيء',
    'واحدة',
    'اثنتان',
    '3 محافظ',
    '11 محفظة',
  ])
})

test('a text of one form, and one without a count, stay as they are', () => {
  expect(pluralText('Hello {name}', 'en', { name: 'a|b' })).toBe('Hello a|b')
})
