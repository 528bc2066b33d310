import { expect, test } from 'vitest'
import { isSameId } from './isSameId.js'

test.each([
  ['0xABcd', '0xabCD', true],
  ['0xabcd', '0xabce', false],
  ['So11111111111111111111111111111111111111112', 'so11111111111111111111111111111111111111112', false],
  ['Harbour', 'Harbour', true],
  ['Harbour', 'harbour', false],
  ['Harbour', undefined, false],
  [undefined, 'Harbour', false],
  ['0xab', undefined, false],
  [undefined, undefined, false],
  ['0x', '0X', true],
  // Not hexadecimal from its start to its end, so its case counts.
  ['A0xab', 'a0xab', false],
  ['0xabG', '0xABG', false],
  ['ABCD', 'abcd', false],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameId(one, other)).toBe(isSame)
})
