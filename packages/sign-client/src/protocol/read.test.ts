import { describe, expect, test } from 'vitest'
import {
  isRecord,
  parseJson,
  readList,
  readSeconds,
  readSmallRecord,
  readText,
  readTexts,
  toSeconds,
} from './read.js'

test('an object is a record; a list, null and a text are none', () => {
  expect(isRecord({})).toBe(true)
  for (const value of [[], null, undefined, 'text', 7]) expect(isRecord(value)).toBe(false)
})

test('a text is read up to its limit', () => {
  expect(readText('abc', 3)).toBe('abc')
  expect(readText('', 3)).toBe('')
  expect(readText('abcd', 3)).toBeUndefined()
  expect(readText(7, 3)).toBeUndefined()
  expect(readText(['a'], 3)).toBeUndefined()
})

describe('a list of texts', () => {
  const isLow = (text: string) => text === text.toLowerCase()

  test('is read without its duplicates', () => {
    expect(readTexts([], 2, isLow)).toEqual([])
    expect(readTexts(['a', 'b'], 2, isLow)).toEqual(['a', 'b'])
    expect(readTexts(['a', 'b', 'a'], 3, isLow)).toEqual(['a', 'b'])
  })

  test.each<[string, unknown]>([
    ['longer than its limit', ['a', 'b', 'c']],
    ['with an item that fails the test', ['a', 'B']],
    ['with an item that is no text', ['a', 1]],
    ['that is a text', 'ab'],
    ['that is a record', { length: 1, 0: 'a' }],
    ['that is absent', undefined],
  ])('%s is not read', (_, value) => {
    expect(readTexts(value, 2, isLow)).toBeUndefined()
  })
})

describe('a list', () => {
  const even = (item: unknown) => (typeof item === 'number' && item % 2 === 0 ? item / 2 : undefined)

  test('is read if each of its items is', () => {
    expect(readList([2, 4], 2, even)).toEqual([1, 2])
    expect(readList([], 2, even)).toEqual([])
    expect(readList([2, 3], 2, even)).toBeUndefined()
  })

  test('is not read if it is too long, or none', () => {
    expect(readList([2, 4, 6], 2, even)).toBeUndefined()
    expect(readList({ length: 0 }, 2, even)).toBeUndefined()
    expect(readList('', 2, even)).toBeUndefined()
  })
})

describe('a time in whole seconds', () => {
  test.each([
    [1, 1_000],
    [1_700_000_000, 1_700_000_000_000],
    [1.9, 1_000],
    [999_999_999_999, 999_999_999_999_000],
    ['1700000000', 1_700_000_000_000],
    ['999999999999', 999_999_999_999_000],
  ])('%j is read', (value, at) => {
    expect(readSeconds(value)).toBe(at)
  })

  test.each([0, -1, 1e12, '0', '-1', '1.5', '1e3', ' 1', '1 ', '1000000000000', '', Number.NaN, null, [1]])(
    '%j is not',
    (value) => {
      expect(readSeconds(value)).toBeUndefined()
    },
  )

  test('is written without its milliseconds', () => {
    expect(toSeconds(1_700_000_000_999)).toBe(1_700_000_000)
  })
})

test('a text that is not JSON, or is nested too deeply, has no value', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
  expect(parseJson('{')).toBeUndefined()
})

test('a record is read up to the length of its JSON', () => {
  expect(readSmallRecord({ a: 1 }, 7)).toEqual({ a: 1 })
  expect(readSmallRecord({ a: 1 }, 6)).toBeUndefined()
  expect(readSmallRecord([], 7)).toBeUndefined()
  expect(readSmallRecord({ a: 'x'.repeat(16_376) })).toBeDefined()
  expect(readSmallRecord({ a: 'x'.repeat(16_377) })).toBeUndefined()
})
