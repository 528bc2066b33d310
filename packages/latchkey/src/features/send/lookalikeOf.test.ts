import { expect, test } from 'vitest'
import { lookalikeOf } from './lookalikeOf.js'

const known = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  ['both ends', '0x709979b4e6b0A3bc1B53c3D0De0Df6e7c9dC79C8'],
  ['the first two and the last six characters', '0x7000000000000000000000000000000000dc79c8'],
  ['the first six and the last two', '0x70997900000000000000000000000000000000c8'],
])('an address with the same %s could be taken for a known one', (_, address) => {
  expect(lookalikeOf(address, [known])).toBe(known)
})

test.each([
  ['the same address', known],
  ['the same address in small letters', known.toLowerCase()],
  ['one that only begins alike', '0x70997970C51812dc3A010C7d01b50e0d00000000'],
  ['one that only ends alike', '0x00000000C51812dc3A010C7d01b50e0d17dc79C8'],
])('%s could not', (_, address) => {
  expect(lookalikeOf(address, [known])).toBeUndefined()
})
