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

test('of 1,000 made to be mistaken none is missed, of 3,000 others none is blamed', () => {
  const random = xorshift(0x51de)
  const hex = (length: number) => Array.from({ length }, () => (random() & 15).toString(16)).join('')
  const friends = Array.from({ length: 20 }, () => `0x${hex(40)}`)
  // As those who make them can: alike at the ends, where addresses are cut.
  const ends = [
    [4, 4],
    [4, 6],
    [2, 6],
    [6, 2],
    [6, 6],
  ] as const
  const missed: string[] = []
  for (let round = 0; round < 1_000; round++) {
    const friend = friends[random() % friends.length] ?? ''
    const [lead, tail] = ends[random() % ends.length] ?? ends[0]
    const made = friend.slice(0, 2 + lead) + hex(40 - lead - tail) + friend.slice(-tail)
    if (lookalikeOf(made, friends) !== friend) missed.push(made)
  }
  expect(missed).toEqual([])
  const others = Array.from({ length: 3_000 }, () => `0x${hex(40)}`)
  expect(others.filter((one) => lookalikeOf(one, friends) !== undefined)).toEqual([])
})

/** A small generator of 32-bit numbers, the same at every run. */
function xorshift(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}
