import { describe, expect, test } from 'vitest'
import type { Balance } from '../../../protocol/entities/Balance.js'
import {
  pricedTextOf,
  quantityTextOf,
  sortedTokens,
  totalTextOf,
  worthTextOf,
  worthUnitsOf,
} from './worthOf.js'

const token = (numeric: string, price: number, change: Partial<Balance> = {}): Balance => ({
  name: 'Dollar',
  symbol: 'USD',
  chainId: 'eip155:1',
  address: 'eip155:1:0x1111111111111111111111111111111111111111',
  price,
  quantity: { decimals: '6', numeric },
  iconUrl: '',
  isVerified: true,
  ...change,
})

// Spec §9 "Number format": en-US, 2 decimals.
describe('worthTextOf', () => {
  test.each([
    ['1234.56', 1, '$1,234.56'],
    ['1234567.899', 1, '$1,234,567.89'],
    ['2', 0.3333333, '$0.66'],
    ['1', 0.29, '$0.29'],
    ['10', 0.3, '$3.00'],
    ['0.001', 1, '$0.00'],
    ['1000000', 0.000000000001, '$0.00'],
    // Beyond the precision of a floating point number.
    ['90071992547409.930001', 1, '$90,071,992,547,409.93'],
  ])('%s at %d: %s', (numeric, price, text) => {
    expect(worthTextOf(token(numeric, price), 'en')).toBe(text)
  })

  test('shows no worth for a token without a price', () => {
    expect(worthTextOf(token('2', 0), 'en')).toBeUndefined()
    expect(worthUnitsOf(token('2', 0))).toBe(0n)
  })
})

describe('totalTextOf', () => {
  test('adds up all tokens that have a price', () => {
    expect(totalTextOf([token('1.5', 2000), token('0.255', 1), token('7', 0)], 'en')).toBe('$3,000.25')
  })

  test('adds up fractions of a cent before it rounds', () => {
    expect(totalTextOf([token('0.006', 1), token('0.006', 1)], 'en')).toBe('$0.01')
  })

  test('leaves out a token that no list has, whatever its symbol and price', () => {
    const fake = token('1000000', 1, { symbol: 'USDC', isVerified: undefined })
    expect(totalTextOf([token('1', 2), fake], 'en')).toBe('$2.00')
    expect(totalTextOf([fake], 'en')).toBeUndefined()
    expect(worthTextOf(fake, 'en')).toBeUndefined()
  })

  test('a price that is not confirmed is shown with a mark, and is not in the total', () => {
    const unsure = { ...token('1', 1_000), isPriceUnconfirmed: true }
    expect(totalTextOf([token('1', 2), unsure], 'en')).toBe('$2.00')
    expect(worthTextOf(unsure, 'en')).toBe('≈ $1,000.00')
  })

  test('a price that is not confirmed says when it was made, and a confirmed one need not', () => {
    const pricedAt = new Date(2026, 0, 2, 3, 4).getTime()
    const told = { ...token('1', 1_000), pricedAt }
    expect(pricedTextOf({ ...told, isPriceUnconfirmed: true }, 'en')).toMatch(/^Jan 2, 2026, 3:04\sAM$/)
    expect(pricedTextOf({ ...told, isPriceUnconfirmed: true }, 'de')).toBe('02.01.2026, 03:04')
    expect(pricedTextOf(told, 'en')).toBeUndefined()
    expect(pricedTextOf({ ...token('1', 1_000), isPriceUnconfirmed: true }, 'en')).toBeUndefined()
  })

  test('shows no total if no token has a price', () => {
    expect(totalTextOf([token('7', 0)], 'en')).toBeUndefined()
    expect(totalTextOf([], 'en')).toBeUndefined()
  })
})

describe('sortedTokens', () => {
  const names = (tokens: readonly Balance[]) => {
    const { shown, small } = sortedTokens(tokens)
    return [shown.map(({ name }) => name), small.map(({ name }) => name)]
  }

  test('puts the most valuable tokens first, and then those without a price by name', () => {
    const tokens = [
      token('1', 0, { name: 'b' }),
      token('1', 1, { name: 'one' }),
      token('1', 0, { name: 'a' }),
      token('2', 1, { name: 'two' }),
    ]
    expect(names(tokens)).toEqual([['two', 'one', 'a', 'b'], []])
  })

  test('separates tokens worth less than a cent, but not a token worth one cent', () => {
    expect(names([token('0.009999', 1, { name: 'dust' }), token('0.01', 1, { name: 'cent' })])).toEqual([
      ['cent'],
      ['dust'],
    ])
  })

  test('never separates the coin of the network', () => {
    expect(names([token('0', 2000, { name: 'Ether', address: undefined })])).toEqual([['Ether'], []])
  })
})

test.each([
  ['2', '2.0000 USD'],
  ['1.23459', '1.2345 USD'],
  ['0.00009', '0.0000 USD'],
])('quantityTextOf: 4 decimals of %s, rounded down', (numeric, text) => {
  expect(quantityTextOf(token(numeric, 1), 'en')).toBe(text)
})
