import { describe, expect, test } from 'vitest'
import { lookalikeOf } from './lookalikeOf.js'

const known = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const isSameHex = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()
const isSameText = (one: string) => (other: string) => one === other
/** The known address with only so many characters of each end left, after what all of its kind begin with. */
const keeping = (address: string, prefix: number, lead: number, tail: number, filler: string) =>
  address.slice(0, prefix + lead) +
  [...address.slice(prefix + lead, address.length - tail)]
    .map((own) => (own.toLowerCase() === filler.toLowerCase() ? '9' : filler))
    .join('') +
  (tail === 0 ? '' : address.slice(-tail))

const ends = [
  [0, 8],
  [1, 7],
  [2, 6],
  [3, 5],
  [4, 4],
  [5, 3],
  [6, 2],
  [7, 1],
  [8, 0],
  [3, 4],
  [7, 0],
  [0, 7],
] as const

describe.each([
  ['hexadecimal', known, 2, '0', isSameHex],
  ['bech32', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 4, '0', isSameHex],
  ['base58', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 0, 'X', isSameText],
  ['base58 of Solana', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', 0, 'X', isSameText],
  ['SS58', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 0, 'X', isSameText],
] as const)('%s', (_, friend, prefix, filler, isSame) => {
  test.each(ends)(
    'an address with the same %i leading and %i trailing characters looks alike',
    (lead, tail) => {
      const made = keeping(friend, prefix, lead, tail, filler)
      expect(lookalikeOf(made, [friend], { isSame: isSame(made) })).toBe(friend)
    },
  )

  test.each([
    [3, 3],
    [6, 0],
    [0, 6],
  ])('an address with the same %i leading and %i trailing characters does not look alike', (lead, tail) => {
    const other = keeping(friend, prefix, lead, tail, filler)
    expect(lookalikeOf(other, [friend], { isSame: isSame(other) })).toBeUndefined()
  })

  test('the address itself does not look alike', () => {
    expect(lookalikeOf(friend, [friend], { isSame: isSame(friend) })).toBeUndefined()
  })
})

test('any 7 of the 10 shown characters are enough, wherever they are', () => {
  // 7099…dc79C8: one of the first and two of the last are others.
  const made = '0x7199000000000000000000000000000000ac79C9'
  expect(lookalikeOf(made, [known], { isSame: isSameHex(made) })).toBe(known)
})

test.each([
  ['the 5th character', '0xF0997000000000000000000000000000dc7000'],
  ['the 7th from the end', '0xF0000000000000000000000000000000d7dc79Cf'],
])('%s is not shown, and does not count', (_, made) => {
  expect(lookalikeOf(made, [known], { isSame: isSameHex(made) })).toBeUndefined()
})

test('the 6th character from the end is shown, and counts', () => {
  const made = '0xF00900000000000000000000000000000dc79Cf'
  expect(lookalikeOf(made, [known], { isSame: isSameHex(made) })).toBe(known)
})

test('an address that is shown completely does not look like a longer one', () => {
  const isSame = () => false
  expect(lookalikeOf('7099dc79C8', [known.slice(2)], { isSame })).toBeUndefined()
  expect(lookalikeOf(known.slice(2), ['7099dc79C8'], { isSame })).toBeUndefined()
  expect(lookalikeOf('7099adc79C8', [known.slice(2)], { isSame })).toBe(known.slice(2))
})

test.each([
  ['goes on where the known one ends', `${known}00000000`],
  ['ends where the known one goes on', known.slice(0, -8)],
])('an address that %s looks alike', (_, made) => {
  expect(lookalikeOf(made, [known], { isSame: isSameHex(made) })).toBe(known)
})

describe('two contracts that chose addresses with many leading zeros', () => {
  const seaport = '0x0000000000000068F116a894984e2DB1123eB395'

  test.each([
    ['nothing but zeros', '0x0000000000001fF3684f28c67538d4D072C22734'],
    ['zeros and two of the last characters', '0x0000000000001fF3684f28c67538d4D072C22795'],
  ])('that share %s do not look alike', (_, other) => {
    expect(lookalikeOf(other, [seaport], { isSame: isSameHex(other) })).toBeUndefined()
    expect(lookalikeOf(seaport, [other], { isSame: isSameHex(seaport) })).toBeUndefined()
  })

  test.each([
    ['the last characters', '0x00000000000123456789abcdef0123456723b395'],
    ['what follows the zeros', '0x0000000000000068F1123456789abcdef0123456'],
  ])('look alike if %s are the same as well', (_, made) => {
    expect(lookalikeOf(made, [seaport], { isSame: isSameHex(made) })).toBe(seaport)
  })

  test('look like an address with a few zeros if what is shown is alike', () => {
    const made = '0x000000123456789abcdef0123456789abc3eB395'
    expect(lookalikeOf(made, [seaport], { isSame: isSameHex(made) })).toBe(seaport)
  })
})

test('the same address in small letters is the address itself', () => {
  expect(lookalikeOf(known.toLowerCase(), [known], { isSame: isSameHex(known) })).toBeUndefined()
})

test('base58 addresses that differ only in case are two addresses, and look alike', () => {
  const made = '7s3p4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAakV'
  const friend = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  expect(lookalikeOf(made, [friend], { isSame: isSameText(made) })).toBe(friend)
})

test('finds all of 1,000 made look-alikes, and none among 3,000 random addresses', () => {
  const random = xorshift(0x51de)
  const hex = (length: number) => Array.from({ length }, () => (random() & 15).toString(16)).join('')
  const friends = Array.from({ length: 20 }, () => `0x${hex(40)}`)
  const missed: string[] = []
  for (let round = 0; round < 1_000; round++) {
    const friend = friends[random() % friends.length] ?? ''
    const [lead, tail] = ends[random() % ends.length] ?? ends[0]
    const made = friend.slice(0, 2 + lead) + hex(40 - lead - tail) + friend.slice(-tail)
    if (lookalikeOf(made, friends, { isSame: isSameHex(made) }) !== friend) missed.push(made)
  }
  expect(missed).toEqual([])
  const others = Array.from({ length: 3_000 }, () => `0x${hex(40)}`)
  expect(others.filter((one) => lookalikeOf(one, friends, { isSame: isSameHex(one) }) !== undefined)).toEqual(
    [],
  )
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
