import { expect, test } from 'vitest'
import { parseJson } from './parseJson.js'

test('returns the value, also if it is null or false', () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] })
  expect(parseJson('null')).toBe(null)
  expect(parseJson('false')).toBe(false)
})

test.each(['', '{', '{"a":1}}', "{'a':1}", 'undefined', '\u0000'])('returns undefined for %j', (text) => {
  expect(parseJson(text)).toBeUndefined()
})
