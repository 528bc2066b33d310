import { describe, expect, test } from 'vitest'
import { isNamespace, isNetworkId, namespaceOf, parseNetworkId, toCaipAddress, toNetworkId } from './caip.js'
import { parseCaipAddress } from './parseCaipAddress.js'

describe('parseNetworkId', () => {
  test('splits a CAIP-2 id', () => {
    expect(isNetworkId('eip155:1')).toBe(true)
    expect(parseNetworkId('eip155:1')).toEqual({ namespace: 'eip155', reference: '1' })
    expect(parseNetworkId('cosmos:hub')).toEqual({ namespace: 'cosmos', reference: 'hub' })
    expect(parseNetworkId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')?.namespace).toBe('solana')
  })

  test.each([
    undefined,
    null,
    1,
    '',
    'eip155',
    'eip155:',
    ':1',
    'eip155:1:2',
    'Cosmos:hub',
    'toolongns:1',
    'a:1',
    'eip155:a b',
  ])('refuses %o', (value) => {
    expect(parseNetworkId(value)).toBeUndefined()
    expect(isNetworkId(value)).toBe(false)
  })
})

describe('toNetworkId', () => {
  test.each([
    [1, 'eip155:1'],
    [1n, 'eip155:1'],
    ['1', 'eip155:1'],
    ['42161', 'eip155:42161'],
    ['9007199254740991', 'eip155:9007199254740991'],
    ['0x1', 'eip155:1'],
    ['0x01', 'eip155:1'],
    ['0X7A69', 'eip155:31337'],
    ['eip155:1', 'eip155:1'],
    ['eip155:0x1', 'eip155:1'],
    [Number.MAX_SAFE_INTEGER, 'eip155:9007199254740991'],
  ])('reads %o as %s', (value, id) => {
    expect(toNetworkId(value, 'eip155')).toBe(id)
  })

  test.each([
    0,
    -1,
    1.5,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    2n ** 53n,
    '9007199254740993',
    '0x20000000000001',
    '0x',
    '1e3',
    ' 1',
    '1 ',
    '',
    '-1',
    'eip155:',
    'eip155:1:1',
    'solana:1',
    null,
    undefined,
    {},
    [1],
    true,
  ])('refuses %o', (value) => {
    expect(toNetworkId(value, 'eip155')).toBeUndefined()
  })

  test('takes a bare reference of another namespace', () => {
    expect(toNetworkId('91b171bb158e2d3848fa23a9f1c25182', 'polkadot')).toBe(
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    )
  })

  test.each([7, ['main'], null, undefined, '', 'main net', 'a'.repeat(33), 'solana:main:net', 'eip155:1'])(
    'refuses %o in another namespace',
    (value) => {
      expect(toNetworkId(value, 'solana')).toBeUndefined()
    },
  )
})

test.each([['eip155'], 7, null, undefined, 'Eip155', 'ei', 'ninechars', '-a-\n'].map((value) => [value]))(
  '%o is no namespace',
  (value) => {
    expect(isNamespace(value)).toBe(false)
  },
)

test.each(['eip155', 'a-1', 'polkadot'])('%s is a namespace', (value) => {
  expect(isNamespace(value)).toBe(true)
})

test('an account id joins its chain and its address, and contains its namespace', () => {
  const id = toCaipAddress('solana:main', 'So1')
  expect(id).toBe('solana:main:So1')
  expect(namespaceOf(id)).toBe('solana')
})

describe('parseCaipAddress', () => {
  test('splits an account id and normalises its chain', () => {
    expect(parseCaipAddress('eip155:0x1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')).toEqual({
      namespace: 'eip155',
      networkId: 'eip155:1',
      address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
    })
  })

  test.each([
    'eip155:1',
    'eip155:1:',
    'eip155:1:0xab:1',
    'eip155:x:0xab',
    'NEAR:1:0xab',
    'eip155:1:/0xab',
    'eip155:1:0xab\n',
    7,
  ])('refuses %o', (value) => {
    expect(parseCaipAddress(value)).toBeUndefined()
  })

  test('accepts an address of 128 characters, and rejects longer ones', () => {
    const address = 'a'.repeat(128)
    expect(parseCaipAddress(`toy:1:${address}`)?.address).toBe(address)
    expect(parseCaipAddress(`toy:1:${address}a`)).toBeUndefined()
  })
})
