import { expect, test } from 'vitest'
import { isSameJson } from './json.js'

test.each([
  [
    { a: 1, b: [1, { c: 2 }] },
    { b: [1, { c: 2 }], a: 1 },
  ],
  [{ a: undefined }, {}],
  [[], []],
  [null, null],
  ['x', 'x'],
])('%o and %o are the same', (a, b) => {
  expect(isSameJson(a, b)).toBe(true)
})

test.each([
  [{ a: 1 }, { a: 2 }],
  [{ a: 1 }, { b: 1 }],
  [
    [1, 2],
    [2, 1],
  ],
  [[], {}],
  [null, {}],
  [{ a: null }, {}],
  ['1', 1],
])('%o and %o are not', (a, b) => {
  expect(isSameJson(a, b)).toBe(false)
})
