import { describe, expect, test } from 'vitest'
import { mockAdapter } from '../testing/mockAdapter.js'
import { isSameAddress, shapeOf, shortAddress } from './addresses.js'

const toy = mockAdapter({
  namespace: 'toy',
  isSameAddress: (one, other) => one.replaceAll('-', '') === other.replaceAll('-', ''),
  addressShape: (address) => ({ prefixLength: address.startsWith('toy') ? 3 : 0, isCaseless: true }),
})
const families = { adapters: new Map([['toy', toy]]) }
const of = (address: string, namespace = 'toy') => ({ address, namespace })

describe('two addresses of one family', () => {
  test('are the same if the family says so', () => {
    expect(isSameAddress(families, of('a-b'), of('ab'))).toBe(true)
    expect(isSameAddress(families, of('ab'), of('AB'))).toBe(false)
  })

  test('are the same if they are written the same, whatever the family says', () => {
    const never = { adapters: new Map([['toy', { ...toy, isSameAddress: () => false }]]) }
    expect(isSameAddress(never, of('ab'), of('ab'))).toBe(true)
    expect(isSameAddress(never, of('ab'), of('a-b'))).toBe(false)
  })

  test('without an adapter, or its own rule, may differ in the case of hexadecimal digits', () => {
    const plain = { adapters: new Map([['toy', mockAdapter({ namespace: 'toy' })]]) }
    for (const unknown of [plain, { adapters: new Map() }]) {
      expect(isSameAddress(unknown, of('0xab'), of('0xAB'))).toBe(true)
      expect(isSameAddress(unknown, of('Ab'), of('AB'))).toBe(false)
      expect(isSameAddress(unknown, of('a-b'), of('ab'))).toBe(false)
    }
  })
})

test('addresses of two families are never the same', () => {
  expect(isSameAddress(families, of('0xab'), of('0xab', 'eip155'))).toBe(false)
})

test('the family says which part of an address tells it apart; without it, the usual prefixes do not', () => {
  expect(shapeOf(families, of('toy1'))).toEqual({ prefixLength: 3, isCaseless: true })
  expect(shapeOf({ adapters: new Map() }, of('toy1'))).toEqual({ prefixLength: 0, isCaseless: false })
  expect(shapeOf({ adapters: new Map() }, of('0x1'))).toEqual({ prefixLength: 2, isCaseless: true })
})

test('an address is shortened behind its family’s prefix', () => {
  expect(shortAddress(families, of('toy1234567890123456'))).toBe('toy1234…123456')
  expect(shortAddress(families, of('toy1234567890123456'), 2, 3)).toBe('toy12…456')
  expect(shortAddress(families, of('0x1234567890123456'))).toBe('0x12…123456')
})
