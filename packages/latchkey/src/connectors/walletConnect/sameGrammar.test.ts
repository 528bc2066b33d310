import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as client from '../../../../sign-client/src/protocol/caip.js'
import { parseJson as clientJson } from '../../../../sign-client/src/protocol/read.js'
import { accountAddressPattern, isNamespace, isNetworkId } from '../../protocol/caip.js'
import { parseCaipAddress } from '../../protocol/parseCaipAddress.js'
import { parseJson } from '../../protocol/parseJson.js'

// The protocol's client depends on nothing of the kit and has these of its own (docs/decisions/273).

const some = 'aAzZ09-_.%:xX $/é\n'.split('')
const text = (maxLength: number) =>
  fc.string({
    unit: fc.oneof(fc.constantFrom(...some), fc.string({ minLength: 1, maxLength: 1 })),
    maxLength,
  })
/** Parts that are mostly good, and texts of any kind. */
const part = (alphabet: string, longest: number) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: longest }),
    text(longest + 2),
  )
const namespace = fc.oneof(
  fc.constantFrom('eip155', 'solana', 'ab', 'abc', 'abcdefgh', 'abcdefghi'),
  text(10),
)
const reference = fc.oneof(
  fc.constantFrom('0', '1', '0x1', '0X01', '9007199254740991', '9007199254740992', 'a'.repeat(33)),
  part('abcXYZ019-_', 32),
)
const address = fc.oneof(fc.constantFrom('a'.repeat(128), 'a'.repeat(129)), part('abcXYZ019-.%', 128))
const runs = { numRuns: 5_000 }

describe('the kit and the protocol’s client agree', () => {
  test('on chain families and chains', () => {
    fc.assert(
      fc.property(namespace, reference, (family, chain) => {
        const id = `${family}:${chain}`
        expect(client.isNamespace(family)).toBe(isNamespace(family))
        expect(client.isChainId(id)).toBe(isNetworkId(id))
      }),
      runs,
    )
  })

  test('on accounts', () => {
    fc.assert(
      fc.property(namespace, reference, address, (family, chain, of) => {
        const id = `${family}:${chain}:${of}`
        const theirs = client.parseAccount(id)
        const ours = parseCaipAddress(id)
        expect(theirs).toEqual(ours && { chainId: ours.networkId, address: ours.address })
        if (theirs !== undefined) expect(accountAddressPattern.test(of)).toBe(true)
      }),
      runs,
    )
  })

  test('on what is JSON', () => {
    const json = fc.json()
    const broken = json.map((value) => value.slice(1))
    fc.assert(
      fc.property(fc.oneof(json, broken, text(20)), (value) => {
        expect(clientJson(value)).toEqual(parseJson(value))
      }),
      runs,
    )
  })
})
