import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { getBalances } from '../http/blockchain.js'
import { type Balance, balanceSchema } from './Balance.js'

const balance: Balance = {
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: 'eip155:1',
  address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  value: 12.5,
  price: 1,
  quantity: { decimals: '6', numeric: '12.5' },
  iconUrl: 'https://icons.example/usdc.png',
}

describe('balanceSchema', () => {
  test('a valid asset is kept unchanged', () => {
    expect(v.parse(balanceSchema, balance)).toEqual(balance)
    const { address: _, value: __, ...native } = balance
    expect(v.parse(balanceSchema, native)).toEqual(native)
  })

  test.each([
    { price: Number.NaN },
    { price: Number.POSITIVE_INFINITY },
    { price: 1e30 },
    { price: -1 },
    { price: '1' },
    { price: undefined },
    { value: -1 },
    { value: '12.5' },
    { name: undefined },
    { name: 7 },
    { name: '\u202e' },
    { symbol: '' },
    { chainId: 'mainnet' },
    { chainId: 1 },
    { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
    { quantity: { decimals: 6, numeric: '1' } },
    { quantity: { decimals: '255', numeric: '1' } },
    { quantity: { decimals: '-1', numeric: '1' } },
    { quantity: { decimals: '6', numeric: 1 } },
    { quantity: { decimals: '6', numeric: '1e21' } },
    { quantity: { decimals: '6', numeric: '-1' } },
    { quantity: { decimals: '6', numeric: '1,5' } },
    { quantity: { decimals: '6', numeric: '٣' } },
    { quantity: { decimals: '6', numeric: '' } },
    { quantity: '12.5' },
    { quantity: null },
    { iconUrl: undefined },
    { iconUrl: null },
  ])('an asset with %o is refused', (change) => {
    expect(v.safeParse(balanceSchema, { ...balance, ...change }).success).toBe(false)
  })

  test('texts are cleaned, and an unsafe picture is dropped', () => {
    const read = v.parse(balanceSchema, {
      ...balance,
      name: 'USD\u202eC <b>Coin</b>',
      symbol: 'U'.repeat(99),
      iconUrl: 'javascript:alert(1)',
    })
    expect(read).toMatchObject({ name: 'USD C <b>Coin</b>', symbol: `${'U'.repeat(15)}…`, iconUrl: '' })
  })
})

test('a bad asset is dropped, and the others stay', () => {
  const { address: _, ...coin } = balance
  const answer = { balances: [balance, { ...balance, price: '1' }, null, { ...coin, symbol: 'EUR' }] }
  expect(v.parse(getBalances.answer, answer).balances.map(({ symbol }) => symbol)).toEqual(['USDC', 'EUR'])
})
