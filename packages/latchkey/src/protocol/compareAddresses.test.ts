import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareAddresses } from './compareAddresses.js'

const marked = (address: string, other: string) =>
  compareAddresses(address, other)
    .map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text))
    .join('')

test.each([
  ['0xAbCd1234', '0xabcd1234', '0xAbCd1234'],
  ['0xabcd1234', '0xab001239', '0xab[cd]123[4]'],
  ['bc1qabcd', 'BC1QAXCD', 'bc1qa[b]cd'],
  // base58: upper and lower case are different characters.
  ['7S3Paaaa', '7s3Paaaa', '7[S]3Paaaa'],
  // Of unequal length: the difference is between the common beginning and end.
  ['1abcdefz', '1abXz', '1ab[cdef]z'],
  ['same', 'same', 'same'],
])('%s beside %s: %s', (address, other, expected) => {
  expect(marked(address, other)).toBe(expected)
})

test('the first part is never empty', () => {
  expect(compareAddresses('ab', 'aX')).toEqual([
    { text: 'a', isDifferent: false },
    { text: 'b', isDifferent: true },
  ])
})

test('the parts join to the whole address, and only equal addresses have no different part', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', '1'), maxLength: 12 })
  fc.assert(
    fc.property(text, text, (address, other) => {
      const parts = compareAddresses(address, other)
      expect(parts.map((part) => part.text).join('')).toBe(address)
      if (address.length >= other.length && address !== other) {
        expect(parts.some(({ isDifferent }) => isDifferent) || address.length > other.length).toBe(true)
      }
      if (address === other) expect(parts.every(({ isDifferent }) => !isDifferent)).toBe(true)
    }),
  )
})
