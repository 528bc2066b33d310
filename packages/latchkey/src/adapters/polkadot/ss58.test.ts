import { getSs58AddressInfo } from '@polkadot-api/substrate-bindings'
import { describe, expect, test } from 'vitest'
import { readSs58, toSs58 } from './ss58.js'
import { addressShape, isSameAddress } from './ss58Parts.js'
import { toAddress, toRecipient } from './toAddress.js'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const aliceOnPolkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const aliceOnKusama = 'HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'

test.each([
  [0, aliceOnPolkadot],
  [2, aliceOnKusama],
  [42, alice],
])('an account is written with the prefix %i', (prefix, address) => {
  const read = readSs58(alice)
  expect(toSs58(read?.accountId ?? new Uint8Array(), prefix)).toBe(address)
  expect(readSs58(address)).toEqual({ prefix, accountId: read?.accountId })
})

test('every prefix that exists is written and read again', () => {
  const accountId = new Uint8Array(32).fill(7)
  for (let prefix = 0; prefix < 16_384; prefix += prefix < 300 ? 1 : 97) {
    if (prefix === 46 || prefix === 47) continue
    expect(readSs58(toSs58(accountId, prefix))).toEqual({ prefix, accountId })
  }
  for (const prefix of [46, 47, 16_384, -1, 1.5]) expect(() => toSs58(accountId, prefix)).toThrow(RangeError)
})

test.each([
  ['a wrong checksum', `${alice.slice(0, -1)}Z`],
  ['a letter in the other case', alice.replace('G', 'g')],
  ['an address with a space', `${alice} `],
  ['an address of another family', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['a key of 33 bytes', 'KW39r9CJjAVzmkf9zQ4YDb2hqfAVGdRqn53eRqyruqpxAP5YL'],
  ['a short account', 'F7Hs'],
  ['a very long text', alice.repeat(1_000)],
  ['a number', 5],
])('%s is no address', (_, value) => {
  expect(toAddress(value)).toBeUndefined()
})

/** Repeatable pseudo-random numbers. */
function numbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl '

/** Changes an address in one to three places, as a slip or a forger does. */
function mutate(address: string, next: (limit: number) => number): string {
  let text = address
  for (let change = next(3); change >= 0; change--) {
    const at = next(text.length)
    const letter = letters.charAt(next(letters.length))
    const swapped = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2)
    const kinds = [
      text.slice(0, at) + letter + text.slice(at + 1),
      text.slice(0, at) + letter + text.slice(at),
      text.slice(0, at) + text.slice(at + 1),
      swapped,
    ]
    text = kinds[next(kinds.length)] ?? text
  }
  return text
}

test('no changed address is accepted that the family’s own library refuses', () => {
  const runs = Number(process.env.LONG_RUNS ?? 4_000)
  const next = numbers(20)
  const known = [alice, aliceOnPolkadot, aliceOnKusama, bob, toSs58(new Uint8Array(32).fill(9), 1_284)]
  const wrong: string[] = []
  let accepted = 0
  for (let run = 0; run < runs; run++) {
    const text = mutate(known[next(known.length)] ?? alice, next)
    const read = readSs58(text)
    if (read === undefined) continue
    accepted++
    const own = getSs58AddressInfo(text)
    if (!own.isValid || own.publicKey.join() !== read.accountId.join()) wrong.push(text)
  }
  expect(wrong).toEqual([])
  // Changes that cancel each other out leave the address as it was: some must have, or nothing was compared.
  expect(accepted).toBeGreaterThan(0)
})

describe('two addresses', () => {
  test.each([
    [alice, aliceOnPolkadot, true],
    [aliceOnKusama, aliceOnPolkadot, true],
    [alice, bob, false],
    [alice, 'x', false],
    ['x', 'y', false],
    ['x', 'x', true],
  ])('%s and %s are of one account: %s', (one, other, isSame) => {
    expect(isSameAddress(one, other)).toBe(isSame)
  })

  test.each([
    [alice, 1],
    [aliceOnPolkadot, 1],
    [aliceOnKusama, 0],
    [toSs58(new Uint8Array(32).fill(9), 1_284), 2],
    ['', 0],
    ['no address', 0],
  ])('%s begins with %i characters that say nothing', (address, prefixLength) => {
    expect(addressShape(address)).toEqual({ prefixLength, isCaseless: false })
  })
})

describe('on a network', () => {
  const network = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
  const own = 'polkadot:0123456789abcdef0123456789abcdef'

  test('an account is written in the network’s prefix', () => {
    for (const one of [alice, aliceOnKusama, aliceOnPolkadot]) {
      expect(toAddress(one, network)).toBe(aliceOnPolkadot)
      expect(toAddress(one, own, { [own]: 2 })).toBe(aliceOnKusama)
    }
  })

  test('a recipient of this network, or of none, is written in its prefix', () => {
    expect(toRecipient(aliceOnPolkadot, network)).toBe(aliceOnPolkadot)
    expect(toRecipient(alice, network)).toBe(aliceOnPolkadot)
    expect(toRecipient(aliceOnKusama, own, { [own]: 2 })).toBe(aliceOnKusama)
  })

  test('a recipient of another network is refused', () => {
    expect(toRecipient(aliceOnKusama, network)).toBeUndefined()
    expect(toRecipient(aliceOnPolkadot, kusama)).toBeUndefined()
    expect(toRecipient(aliceOnPolkadot, own)).toBeUndefined()
    expect(toRecipient('x', network)).toBeUndefined()
  })
})
