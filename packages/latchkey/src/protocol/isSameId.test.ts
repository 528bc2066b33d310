import { expect, test } from 'vitest'
import { isSameId } from './isSameId.js'

test.each([
  ['0xABcd', '0xabCD', true],
  ['0xabcd', '0xabce', false],
  ['So11111111111111111111111111111111111111112', 'so11111111111111111111111111111111111111112', false],
  ['Harbour', 'Harbour', true],
  ['Harbour', 'harbour', false],
  ['Harbour', undefined, false],
])('%s and %s: %s', (one, other, isSame) => {
  expect(isSameId(one, other)).toBe(isSame)
})
