import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ifTold, readMost } from './fields.js'

test.each([
  [0, 0],
  [9, 0],
  [10, 1],
  [19, 1],
  [20, 2],
])('of %i rows, %i unreadable ones are dropped', (count, bad) => {
  expect(readMost(rowsOf(count, bad), v.number())).toHaveLength(count - bad)
})

test.each([
  [1, 1],
  [9, 1],
  [10, 2],
  [19, 2],
  [20, 3],
])('error: of %i rows, %i are unreadable', (count, bad) => {
  expect(() => readMost(rowsOf(count, bad), v.number())).toThrow(
    expect.objectContaining({ name: 'NodeError' }),
  )
})

test('a field that may be missing or null accepts nothing else of another form', () => {
  const schema = v.object({ units: ifTold(v.string()) })
  for (const row of [{}, { units: null }, { units: undefined }])
    expect(v.parse(schema, row).units).toBeUndefined()
  expect(v.parse(schema, { units: '5' })).toEqual({ units: '5' })
  expect(v.is(schema, { units: 5 })).toBe(false)
})

function rowsOf(count: number, bad: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) => (index < bad ? 'x' : index))
}
