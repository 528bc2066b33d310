import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { getHistory } from '../http/blockchain.js'
import { type Transaction, transactionSchema } from './Transaction.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const transaction: Transaction = {
  id: 'eip155:1:0x01',
  metadata: {
    operationType: 'send',
    hash: `0x${'1'.repeat(64)}`,
    chain: 'eip155:1',
    minedAt: '2026-01-02T03:04:05.000Z',
    sentFrom: address,
    sentTo: address,
    status: 'confirmed',
    nonce: 0,
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
      direction: 'out',
      quantity: { numeric: '0.5' },
      value: null,
      price: null,
    },
    { nft_info: { name: 'Key #1', flags: { is_spam: false } }, direction: 'in', quantity: { numeric: '1' } },
  ],
}
const metadata = (change: object) => ({ ...transaction, metadata: { ...transaction.metadata, ...change } })

describe('transactionSchema', () => {
  test('a valid transaction is kept unchanged', () => {
    expect(v.parse(transactionSchema, transaction)).toEqual(transaction)
  })

  test('an unknown operation reads as `execute`', () => {
    expect(v.parse(transactionSchema, metadata({ operationType: 'teleport' })).metadata.operationType).toBe(
      'execute',
    )
  })

  test('a bad transfer is left out and its transaction stays', () => {
    const bad = [
      null,
      'x',
      { direction: 'up', quantity: { numeric: '1' } },
      { direction: 'in', quantity: { numeric: 1 } },
      { direction: 'in', quantity: { numeric: 'NaN' } },
      { direction: 'in', quantity: { numeric: '1' }, value: Number.NaN },
    ]
    const read = v.parse(transactionSchema, { ...transaction, transfers: [...bad, ...transaction.transfers] })
    expect(read.transfers).toEqual(transaction.transfers)
  })

  test.each([
    { hash: 'javascript:alert(1)' },
    { minedAt: 'yesterday' },
    { minedAt: 1 },
    { status: 'lost' },
    { chain: 'x' },
    { nonce: -1 },
    { nonce: 1.5 },
    { sentFrom: '<b>' },
  ])('a transaction with %o is refused', (change) => {
    expect(v.safeParse(transactionSchema, metadata(change)).success).toBe(false)
  })
})

describe('getHistory', () => {
  const read = (query: object) => v.safeParse(getHistory.query, query).success

  test('a cursor may be any text of the service', () => {
    expect(read({ cursor: 'MTIz-_' })).toBe(true)
    for (const cursor of ['a b', "';--", 'a'.repeat(257), '']) expect(read({ cursor })).toBe(false)
  })

  test('the last page has no cursor, and an empty one is no cursor', () => {
    expect(v.safeParse(getHistory.answer, { data: [], next: null }).success).toBe(true)
    expect(v.safeParse(getHistory.answer, { data: [], next: '' }).success).toBe(false)
    expect(v.safeParse(getHistory.answer, { data: [] }).success).toBe(false)
  })
})
