import { expect, test } from 'vitest'
import { bytesOf, hexOf } from './hexOf.js'

test.each([
  [[], ''],
  [[0, 1, 15, 16, 171, 255], '00010f10abff'],
])('bytes %j are %s, and back', (bytes, hex) => {
  expect(hexOf(Uint8Array.from(bytes))).toBe(hex)
  expect([...bytesOf(hex)]).toEqual(bytes)
})
