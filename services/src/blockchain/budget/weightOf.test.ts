import { expect, test } from 'vitest'
import { weightOf, weightOfPassed, weightOfReading } from './weightOf.js'

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

const contract = `0x${'c3'.repeat(20)}`
const hash = `0x${'11'.repeat(32)}`

test.each<[string, unknown, number]>([
  ['of nothing', undefined, 10],
  ['of the newest block', {}, 10],
  ['of the newest blocks', { fromBlock: 'finalized', toBlock: 'latest' }, 10],
  ['of a thousand blocks', { fromBlock: '0x1', toBlock: '0x3e8' }, 10],
  ['of a thousand and one', { fromBlock: '0x1', toBlock: '0x3e9' }, 20],
  ['of ten thousand', { fromBlock: '0x0', toBlock: '0x270f' }, 100],
  ['of all', { fromBlock: '0x0', toBlock: '0xffffff' }, 1_000],
  ['from the first block', { fromBlock: 'earliest' }, 1_000],
  ['of nobody knows how many', { fromBlock: '0x1' }, 1_000],
  ['backwards', { fromBlock: '0x9', toBlock: '0x1' }, 10],
  ['of one block by its hash', { blockHash: hash }, 10],
  ['of a contract', { address: contract, fromBlock: '0x0' }, 10],
  ['of several contracts', { address: [contract, contract], fromBlock: '0x0' }, 10],
  ['of no contract in a list', { address: [], fromBlock: '0x0', toBlock: '0xffff' }, 660],
  ['of an empty contract', { address: '', fromBlock: '0x0', toBlock: '0xffff' }, 660],
])('a query of logs %s that a client passes on', (_name, filter, weight) => {
  const params = filter === undefined ? undefined : [filter]
  expect(weightOfPassed([{ method: 'eth_getLogs', params }])).toBe(weight)
  expect(weightOf([{ method: 'eth_getLogs', params }])).toBe(10)
})

test('a stored filter counts as a query of all: nobody here knows what it asks for', () => {
  const wide = { fromBlock: '0x0', toBlock: 'latest' }
  expect(weightOfPassed([{ method: 'eth_newFilter', params: [wide] }])).toBe(100)
  expect(weightOfPassed([{ method: 'eth_getFilterLogs', params: ['0x1'] }])).toBe(1_000)
})

test('other calls count by their weight', () => {
  expect(weightOfPassed(calls('eth_call', 'eth_getBalance', 'eth_simulateV1'))).toBe(23)
})
