import { describe, expect, test } from 'vitest'
import { hasLikeEnds, looksLike } from './looksLike.js'

const middle = '5'.repeat(30)
const known = `1234${middle}abcdef`

/** The known address, except for the characters at these places; places before 0 count from its end. */
const without = (...places: readonly number[]) =>
  Array.from(known, (digit, at) =>
    places.includes(at) || places.includes(at - known.length) ? 'z' : digit,
  ).join('')
/** An address with the same first and last characters, and no other in common. */
const like = (first: number, last: number) =>
  `${known.slice(0, first)}${'z'.repeat(known.length - first - last)}${known.slice(known.length - last)}`
/** Only these places are as in the known address. */
const only = (...places: readonly number[]) =>
  Array.from(known, (digit, at) =>
    places.includes(at) || places.includes(at - known.length) ? digit : 'z',
  ).join('')

describe('both ends together', () => {
  test.each([
    [4, 3],
    [3, 4],
    [1, 6],
    [7, 0],
    [0, 7],
    [5, 2],
    [2, 5],
  ])('%i first and %i last characters are enough to be taken for one another', (first, last) => {
    expect(looksLike(known, like(first, last))).toBe(true)
    expect(looksLike(like(first, last), known)).toBe(true)
    expect(hasLikeEnds(known, like(first, last))).toBe(true)
  })

  test.each([
    [3, 3],
    [6, 0],
    [0, 6],
    [5, 1],
    [2, 4],
  ])('%i first and %i last characters are not', (first, last) => {
    expect(looksLike(known, like(first, last))).toBe(false)
    expect(hasLikeEnds(known, like(first, last))).toBe(false)
  })

  test('an address that another one begins with looks like it', () => {
    const short = known.slice(0, 12)
    expect(looksLike(short, `${short}${'z'.repeat(20)}`)).toBe(true)
    expect(looksLike(`${short}${'z'.repeat(20)}`, short)).toBe(true)
  })
})

describe('the 10 characters that the modal shows', () => {
  test('7 of them are enough, wherever they stand', () => {
    expect(looksLike(known, without(0, -1, 5, 20))).toBe(true)
    expect(looksLike(known, only(1, 2, 3, -2, -3, -4, -5))).toBe(true)
    expect(looksLike(known, only(0, 2, -6, -2, -3, -4, -5))).toBe(true)
  })

  test('6 of them are not, also with characters that it does not show', () => {
    expect(looksLike(known, only(1, 2, 3, -2, -3, -4))).toBe(false)
    expect(looksLike(known, only(1, 2, 3, 4, -2, -3, -4))).toBe(false)
    expect(looksLike(known, only(1, 2, 3, -2, -3, -4, -7))).toBe(false)
  })
})

test('an address that is shown in full looks like no other', () => {
  expect(looksLike('1234abcdef', '1234abcdef')).toBe(false)
  expect(looksLike('12345abcdef', '12345abcdef')).toBe(true)
  expect(looksLike('1234abcdef', known)).toBe(false)
  expect(looksLike(known, '1234abcdef')).toBe(false)
  expect(hasLikeEnds('', '')).toBe(false)
})

describe('leading zeros', () => {
  const zeros = (count: number, digit: string, end: string) =>
    `${'0'.repeat(count)}${digit.repeat(40 - count - end.length)}${end}`

  test('that both have count only as far as the modal shows them', () => {
    expect(looksLike(zeros(8, '1', 'abc'), zeros(8, '2', 'def'))).toBe(false)
    expect(looksLike(zeros(8, '1', 'abc'), zeros(8, '2', 'abc'))).toBe(true)
    expect(looksLike(zeros(8, '1', 'xbc'), zeros(8, '2', 'ybc'))).toBe(false)
  })

  test('that only one has are not left out', () => {
    expect(looksLike(zeros(8, '1', 'abc'), zeros(5, '2', 'abc'))).toBe(true)
    expect(looksLike(zeros(5, '1', 'abc'), zeros(8, '2', 'abc'))).toBe(true)
    expect(looksLike(zeros(8, '1', 'xbc'), zeros(5, '2', 'ybc'))).toBe(false)
  })

  test('count all where no more than shown are the same', () => {
    expect(looksLike(zeros(4, '1', 'abc'), zeros(4, '2', 'abc'))).toBe(true)
    expect(looksLike(zeros(3, '1', 'abcd'), zeros(3, '2', 'abcd'))).toBe(true)
    expect(looksLike(zeros(3, '1', 'xbcd'), zeros(3, '2', 'ybcd'))).toBe(false)
  })

  test('and what follows them in both count together', () => {
    expect(looksLike(`00000000123${'1'.repeat(29)}`, `00000000123${'2'.repeat(29)}`)).toBe(true)
    expect(looksLike(`00000000123${'1'.repeat(29)}`, `00000000124${'2'.repeat(29)}`)).toBe(false)
  })

  test('in the middle count as any character', () => {
    const zerosInside = (digit: string) => `1234567${digit}00000000${digit.repeat(24)}`
    expect(looksLike(zerosInside('8'), zerosInside('9'))).toBe(true)
  })

  test('count for what a service is asked, which finds more than is warned of', () => {
    expect(hasLikeEnds(zeros(8, '1', 'abc'), zeros(8, '2', 'def'))).toBe(true)
  })
})
