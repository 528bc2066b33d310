import { expect, test } from 'vitest'
import { plainJson } from './plainJson.js'

test('copies what is JSON, without members that are undefined', () => {
  const given = {
    a: [1, 'two', null, true, { b: undefined }],
    c: Object.assign(Object.create(null), { d: 1.5 }),
  }
  const copied = plainJson(given)
  expect(copied).toEqual({ value: { a: [1, 'two', null, true, {}], c: { d: 1.5 } } })
  expect(copied?.value).not.toBe(given)
})

const circle: { own?: unknown } = {}
circle.own = circle

test.each([
  ['a function', { a: () => {} }],
  ['a symbol', [Symbol('a')]],
  ['a bigint', 1n],
  ['not a number', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['undefined in a list', [undefined]],
  ['undefined', undefined],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(2)],
  ['an object of a class', new (class A {})()],
  ['a circle', circle],
  ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: () => fail() })],
  ['__proto__', JSON.parse('{"a": {"__proto__": 1}}')],
  ['constructor', { constructor: 1 }],
  ['prototype', { prototype: 1 }],
])('refuses %s', (_, given) => {
  expect(plainJson(given)).toBeUndefined()
})

test.each([
  ['depth', (size: number) => Array.from({ length: size }).reduce<unknown>((inner) => [inner], 0), 16],
  ['keys', (size: number) => Array.from({ length: size }, () => 0), 10_000],
  ['text', (size: number) => 'x'.repeat(size), 128 * 1024],
  ['text in bytes', (size: number) => 'ü'.repeat(size / 2), 128 * 1024],
] as const)('the limit of %s', (_, make, limit) => {
  expect(plainJson(make(limit))).toBeDefined()
  expect(plainJson(make(limit + 2))).toBeUndefined()
})

test('the limit of bytes', () => {
  const texts = (count: number) => Array.from({ length: count }, () => 'x'.repeat(997))
  expect(plainJson(texts(262))).toBeDefined()
  expect(plainJson(texts(263))).toBeUndefined()
})

function fail(): never {
  throw new Error('read')
}
