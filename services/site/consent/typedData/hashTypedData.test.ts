import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { hashTypedData as viemHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../accounts/Refusal.js'
import { hashTypedData } from './hashTypedData.js'
import { readTypedData } from './readTypedData.js'

const runs = Number(process.env.LONG_RUNS ?? 150)

const domain = {
  name: 'App',
  version: '1',
  chainId: 31337,
  verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
}
const mail = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'string' },
      { name: 'flags', type: 'bool[2][]' },
      { name: 'id', type: 'int64' },
      { name: 'salt', type: 'bytes8' },
      { name: 'data', type: 'bytes' },
    ],
  },
  primaryType: 'Mail',
  domain,
  message: {
    from: { name: 'Cow', wallets: ['0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'] },
    to: [{ name: 'Bob', wallets: [] }],
    contents: 'Hello, Bob!',
    flags: [[true, false]],
    id: -5,
    salt: '0x0102030405060708',
    data: '0xdeadbeef',
  },
} as const

describe('the hash equals those of viem and ethers', () => {
  test('for structs, arrays of arrays, negative numbers and bytes', () => {
    const { types, message } = mail
    const expected = viemHash(mail as never)
    expect(hashTypedData(readTypedData(mail))).toBe(expected)
    expect(hashTypedData(readTypedData(JSON.stringify(mail)))).toBe(expected)
    expect(TypedDataEncoder.hash(domain, types as never, message)).toBe(expected)
  })

  test('for any types and values', () => {
    fc.assert(
      fc.property(anyTypedData(), (data) => {
        const mine = hashTypedData(readTypedData(JSON.stringify(data)))
        expect(mine).toBe(viemHash(data as never))
        expect(mine).toBe(TypedDataEncoder.hash(data.domain, data.types as never, data.message as never))
      }),
      { numRuns: runs },
    )
  })
})

test('no mutation of typed data makes it throw anything but a refusal, or take noticeable time', () => {
  const values = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.object(), fc.constant([]))
  fc.assert(
    fc.property(fc.constantFrom(...paths(mail)), values, (path, value) => {
      const mutated = JSON.parse(JSON.stringify(mail))
      let place = mutated
      for (const name of path.slice(0, -1)) place = place[name]
      place[path.at(-1) ?? ''] = value
      const startedAt = performance.now()
      try {
        hashTypedData(readTypedData(mutated))
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
      expect(performance.now() - startedAt).toBeLessThan(1_000)
    }),
    { numRuns: runs },
  )
})

/** The path of every value within an object. */
function paths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    ...(path.length === 0 ? [] : [path]),
    ...Object.entries(value).flatMap(([name, inner]) => paths(inner, [...path, name])),
  ]
}

type Fields = readonly { readonly name: string; readonly type: string }[]

/** Two structs, one within the other, of fields of any types. */
function anyTypedData() {
  const atom = fc.constantFrom(
    ...['address', 'bool', 'string', 'bytes', 'bytes1', 'bytes32', 'uint8', 'uint256', 'int16', 'int256'],
  )
  const suffix = fc.constantFrom('', '', '', '[]', '[2]', '[][1]')
  const fields = (types: fc.Arbitrary<string>): fc.Arbitrary<Fields> =>
    fc
      .array(fc.tuple(types, suffix), { minLength: 1, maxLength: 5 })
      .map((all) => all.map(([type, end], index) => ({ name: `f${index}`, type: `${type}${end}` })))
  return fc
    .tuple(fields(atom), fields(fc.oneof(atom, fc.constant('Inner'))))
    .filter(([, outer]) => outer.some(({ type }) => type.startsWith('Inner')))
    .chain(([inner, outer]) => {
      const types = { Inner: inner, Outer: outer }
      return arbitraryOf('Outer', types).map((message) => ({ types, primaryType: 'Outer', domain, message }))
    })
}

function arbitraryOf(type: string, types: { readonly [name: string]: Fields }): fc.Arbitrary<unknown> {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const length = array[2] === '' ? undefined : Number(array[2])
    const bounds = length === undefined ? { maxLength: 3 } : { minLength: length, maxLength: length }
    return fc.array(arbitraryOf(array[1] ?? '', types), bounds)
  }
  const struct = types[type]
  if (struct !== undefined) {
    return fc.record(Object.fromEntries(struct.map((field) => [field.name, arbitraryOf(field.type, types)])))
  }
  if (type === 'address') return bytes(20)
  if (type === 'bool') return fc.boolean()
  if (type === 'string') return fc.string({ unit: 'grapheme' })
  if (type === 'bytes') return fc.nat({ max: 40 }).chain(bytes)
  if (type.startsWith('bytes')) return bytes(Number(type.slice(5)))
  const bits = BigInt(type.replace(/\D/g, ''))
  const isSigned = type.startsWith('int')
  const max = 2n ** (isSigned ? bits - 1n : bits) - 1n
  return fc.bigInt({ min: isSigned ? -max - 1n : 0n, max }).map(String)
}

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((all) => `0x${Buffer.from(all).toString('hex')}`)
