import { expect, test } from 'vitest'
import { numberMarksOf } from './numberMarks.js'

const english = { decimal: '.', group: ',', isIndian: false, isArabic: false, zero: 0x30 }

test.each([
  ['en', english],
  ['de', { ...english, decimal: ',', group: '.' }],
  ['fr', { ...english, decimal: ',', group: '\u202f' }],
  ['hi', { ...english, isIndian: true }],
  ['fa', { ...english, decimal: '٫', group: '٬', isArabic: true, zero: 0x6f0 }],
])('%s has its marks and digits', (locale, marks) => {
  expect(numberMarksOf(locale)).toEqual(marks)
})

test('a language without grouping has the mark of English', () => {
  expect(numberMarksOf('en-US-u-va-posix').group).toBe(',')
})

test.each(['ar', 'ur', 'ckb'])('%s is written in the Arabic script', (locale) => {
  expect(numberMarksOf(locale).isArabic).toBe(true)
})

test('an invalid language tag has the marks of English', () => {
  expect(numberMarksOf('none of these')).toEqual(english)
})
