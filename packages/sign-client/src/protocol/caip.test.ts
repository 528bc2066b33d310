import { describe, expect, test } from 'vitest'
import { isChainId, isNamespace, namespaceOf, parseAccount, toChainId } from './caip.js'

test.each(['eip155:1', 'abc:x', '-a-b-c-d:-_Az09', `solana:${'x'.repeat(32)}`])('%s is a chain', (value) => {
  expect(isChainId(value)).toBe(true)
})

test.each([
  ...[
    '',
    'eip155',
    'eip155:',
    ':1',
    'ab:1',
    'ninechars:1',
    'EIP155:1',
    'eip155:1:2',
    'eip155:1 ',
    ' eip155:1',
  ],
  ...['eip155:1\n', 'x eip155:1', `solana:${'x'.repeat(33)}`, 'eip155:<', 1, null, undefined, ['eip155:1']],
])('%o is not a chain', (value) => {
  expect(isChainId(value)).toBe(false)
})

test('a family has 3 to 8 letters, digits or hyphens', () => {
  for (const value of ['abc', 'eip155', 'a-1-b-2c']) expect(isNamespace(value)).toBe(true)
  for (const value of ['ab', 'ninechars', 'EIP', 'a:b', ' abc', 'abc\n', 7, ['abc']])
    expect(isNamespace(value)).toBe(false)
})

test('a chain and an account tell their family', () => {
  expect(namespaceOf('eip155:1')).toBe('eip155')
  expect(namespaceOf('eip155:1:0xab')).toBe('eip155')
})

describe('toChainId', () => {
  test.each([
    ['eip155:1', undefined, 'eip155:1'],
    ['eip155:0x1', undefined, 'eip155:1'],
    ['eip155:0X2105', undefined, 'eip155:8453'],
    ['eip155:007', undefined, 'eip155:7'],
    ['eip155:9007199254740991', undefined, 'eip155:9007199254740991'],
    ['solana:0x1', undefined, 'solana:0x1'],
    ['eip155:1', 'solana', 'eip155:1'],
    [1, 'eip155', 'eip155:1'],
    [10n, 'eip155', 'eip155:10'],
    ['0xa', 'eip155', 'eip155:10'],
    ['main', 'solana', 'solana:main'],
  ])('%o of %o is %s', (value, namespace, chain) => {
    expect(toChainId(value, namespace)).toBe(chain)
  })

  test.each([
    [1, undefined],
    ['1', undefined],
    [true, 'eip155'],
    [{ toString: () => '1' }, 'eip155'],
    [undefined, 'eip155'],
    ['eip155:0', undefined],
    ['eip155:0x0', undefined],
    ['eip155:-1', undefined],
    ['eip155:1e3', undefined],
    ['eip155:x1', undefined],
    ['eip155:10x1', undefined],
    ['eip155:0x1g', undefined],
    ['eip155:1_000', undefined],
    ['eip155:9007199254740992', undefined],
    ['eip155:00000000000000001', undefined],
    ['eip155:0x00000000000000001', undefined],
    ['eip155:0x20000000000000', undefined],
    [1.5, 'eip155'],
    [-1, 'eip155'],
  ])('%o of %o is none', (value, namespace) => {
    expect(toChainId(value, namespace)).toBeUndefined()
  })
})

describe('parseAccount', () => {
  test('normalises the chain, and keeps the address as it is', () => {
    expect(parseAccount('eip155:0x1:0xAb')).toEqual({ chainId: 'eip155:1', address: '0xAb' })
    expect(parseAccount(`solana:main:${'a'.repeat(128)}`)?.address).toHaveLength(128)
    expect(parseAccount('hedera:mainnet:0.0.123-ab%20')?.address).toBe('0.0.123-ab%20')
  })

  test.each([
    ...[
      7,
      null,
      undefined,
      ['eip155:1:0xab'],
      '',
      'eip155:1',
      'eip155:1:',
      'eip155:1:0xab:1',
      'eip155:0:0xab',
    ],
    ...[
      'eip155:1:0xab ',
      'eip155:1: 0xab',
      'eip155:1:0xab\n',
      'eip155:1:0x/ab',
      `solana:main:${'a'.repeat(129)}`,
    ],
  ])('%o is invalid', (value) => {
    expect(parseAccount(value)).toBeUndefined()
  })
})
