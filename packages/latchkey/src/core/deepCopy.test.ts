import { expect, test } from 'vitest'
import { deepCopy } from './deepCopy.js'

const value = () => ({ list: [{ one: 1 }, null, 'two'], none: undefined, inner: { yes: true } })

test('copies lists and records of any depth', () => {
  const original = value()
  const copy = deepCopy(original)
  original.inner.yes = false
  original.list.length = 0
  expect(copy).toEqual(value())
})

test('finishes each list and record, the inner ones too', () => {
  const copy = deepCopy(value(), Object.freeze)
  expect([copy, copy.list, copy.list[0], copy.inner].every(Object.isFrozen)).toBe(true)
})

test('what JSON does not know stays the same value', () => {
  const bytes = new Uint8Array([1])
  const at = new Date(0)
  const ask = () => 1
  const copy = deepCopy({ bytes, at, ask, many: 1n }, Object.freeze)
  expect([copy.bytes, copy.at, copy.ask, copy.many]).toEqual([bytes, at, ask, 1n])
  expect(copy.bytes).toBe(bytes)
  expect(copy.at).toBe(at)
})

test('a record without a prototype, and one of another page, are records', () => {
  const bare = Object.assign(Object.create(null), { one: 1 })
  const prototype = Object.assign(Object.create(null), { constructor: Object })
  const foreign = Object.assign(Object.create(prototype), { one: 1 })
  for (const record of [bare, foreign]) {
    const copy = deepCopy(record)
    expect(copy).not.toBe(record)
    expect(copy).toEqual({ one: 1 })
  }
})
