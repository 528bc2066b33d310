import { expect, test } from 'vitest'
import { mockTransferIntent } from '../../testing/mockTransferIntent.js'
import { isTwin } from './sent.js'
import { sentOf } from './sentOf.js'
import { sentItem } from './state.js'

const dollar = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const other = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const intent = mockTransferIntent({ symbol: 'USDC', decimals: 6, tokenAddress: dollar })
const sent = sentOf(intent, { kind: 'transaction', id: '0xe' }, intent.madeAt)
const [stored = sent] = sentItem.read([sent]) ?? []

test('a transfer of a token of another contract with the same symbol is another payment', () => {
  expect(isTwin(stored, intent)).toBe(true)
  expect(isTwin(stored, { ...intent, tokenAddress: other })).toBe(false)
  expect(isTwin(stored, { ...intent, tokenAddress: undefined })).toBe(false)
})

test('one that an earlier version stored, without the contract, is compared by symbol and decimals', () => {
  const { tokenAddress: _, ...older } = stored
  expect(isTwin(older, intent)).toBe(true)
  expect(isTwin(older, { ...intent, decimals: 18 })).toBe(false)
})

test('error: a stored contract that is no text is not read', () => {
  expect(sentItem.read([{ ...sent, tokenAddress: 7 }])).toEqual([])
})
