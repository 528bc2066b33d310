import { expect, test } from 'vitest'
import { toHexChainId } from './toHexChainId.js'

test.each([
  ['eip155:1', '0x1'],
  ['eip155:10', '0xa'],
  ['eip155:31337', '0x7a69'],
  ['eip155:9007199254740991', '0x1fffffffffffff'],
] as const)('wallets write %s as %s', (networkId, hex) => {
  expect(toHexChainId(networkId)).toBe(hex)
})
