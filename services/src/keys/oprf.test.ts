import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { createScalar, evaluate } from './oprf.js'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const hex = (value: Uint8Array | undefined) => value && Buffer.from(value).toString('hex')

// RFC 9497, appendix A.1.1: ristretto255-SHA512, mode OPRF.
const scalar = bytes('5ebcea5ee37023ccb9fc2d2019f9d7737be85591ae8652ffa9ef0f4d37063b0e')
const blind = bytes('64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706')
const vectors = [
  {
    input: '00',
    blinded: '609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c',
    evaluated: '7ec6578ae5120958eb2db1745758ff379e77cb64fe77b0b2d8cc917ea0869c7e',
    output:
      '527759c3d9366f277d8c6020418d96bb393ba2afb20ff90df23fb7708264e2f3ab9135e3bd69955851de4b1f9fe8a0973396719b7912ba9ee8aa7d0b5e24bcf6',
  },
  {
    input: '5a'.repeat(17),
    blinded: 'da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418',
    evaluated: 'b4cbf5a4f1eeda5a63ce7b77c7d23f461db3fcab0dd28e4e17cecb5c90d02c25',
    output:
      'f4a74c9c592497375e796aa837e907b1a045d34306a749db9f34221f7e750cb4f2a6413a6bf6fa5e19ba6348eb673934a722a7ede2e7621306d18951e7cf2c73',
  },
]

describe('the vectors of RFC 9497', () => {
  test.each(vectors)('input $input', ({ input, blinded, evaluated, output }) => {
    expect(hex(evaluate(scalar, bytes(blinded)))).toBe(evaluated)
    expect(hex(ristretto255_oprf.oprf.finalize(bytes(input), blind, bytes(evaluated)))).toBe(output)
  })
})

test('one key gives one output, whatever the blind; another key gives another', () => {
  const [first, second] = [createScalar(), createScalar()]
  const input = new TextEncoder().encode('correct horse')
  const outputOf = (key: Uint8Array) => {
    const { blind, blinded } = ristretto255_oprf.oprf.blind(input)
    return hex(ristretto255_oprf.oprf.finalize(input, blind, evaluate(key, blinded) ?? bytes('')))
  }
  expect(outputOf(first)).toBe(outputOf(first))
  expect(outputOf(first)).not.toBe(outputOf(second))
})

test.each([
  ['nothing', ''],
  ['too short', '00'],
  ['the identity', '00'.repeat(32)],
  ['no canonical encoding', 'ff'.repeat(32)],
  ['a negative element', '01'.padEnd(64, '0')],
])('an element that is none is refused: %s', (_, element) => {
  expect(evaluate(scalar, bytes(element))).toBeUndefined()
})
