import { expect, test } from 'vitest'
import { weightOf, weightOfReading } from './weightOf.js'

const calls = (...methods: readonly string[]) => methods.map((method) => ({ method }))

test('traces weigh as much as other searches of the whole chain', () => {
  expect(weightOf(calls('trace_filter', 'ots_searchTransactionsBefore'))).toBe(40)
  expect(weightOf(calls('trace_transaction', 'ots_getInternalOperations'))).toBe(20)
  expect(weightOf(calls('eth_getBalance', 'eth_call'))).toBe(3)
})

test('reading a history counts calls one by one, but traces by their weight', () => {
  expect(weightOfReading(calls('eth_getLogs', 'eth_getBalance', 'eth_getBlockReceipts'))).toBe(3)
  expect(weightOfReading(calls('eth_getLogs', 'trace_filter', 'debug_traceBlockByHash'))).toBe(41)
})
