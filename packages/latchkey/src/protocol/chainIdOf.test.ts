import { expect, test } from 'vitest'
import { chainIdOf } from './chainIdOf.js'
import { toHexChainId } from './toHexChainId.js'

test('an EVM chain id is a number, as a wallet writes it in hex', () => {
  expect(chainIdOf('eip155:8453')).toBe(8453)
  expect(toHexChainId('eip155:8453')).toBe('0x2105')
  expect(toHexChainId('eip155:10')).toBe('0xa')
})

test('a chain id of another family is its reference, even one that looks like a number', () => {
  expect(chainIdOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
  expect(chainIdOf('toy:1')).toBe('1')
})
