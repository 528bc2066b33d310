import { describe, expect, test } from 'vitest'
import { asksTooMuch } from './asksTooMuch.js'

const most = '0x2faf080'
const more = '0x2faf081'

describe.each(['eth_call', 'eth_estimateGas', 'eth_createAccessList'])('%s', (method) => {
  const callWith = (gas: unknown) => asksTooMuch(method, [{ gas }, 'latest'])
  const blockWith = (gasLimit: unknown) => asksTooMuch(method, [{}, 'latest', {}, { gasLimit }])

  test.each([callWith, blockWith])('may ask for 50,000,000 gas, and for no more', (ask) => {
    expect([most, more].map(ask)).toEqual([false, true])
  })

  test.each([callWith, blockWith])('may leave it to the node', (ask) => {
    expect([undefined, null].map(ask)).toEqual([false, false])
    expect(asksTooMuch(method, [null, 'latest', null, null])).toBe(false)
    expect(asksTooMuch(method, [])).toBe(false)
    expect(asksTooMuch(method, undefined)).toBe(false)
    expect(asksTooMuch(method, ['0x', 'latest'])).toBe(false)
  })

  test.each([callWith, blockWith])('error: an amount that is written in another way', (ask) => {
    const others = [1, '1', '', '0x', '0x1g', 'x0x1', '00x1', '0x1 ', [most], {}, true]
    expect(others.filter((amount) => !ask(amount))).toEqual([])
  })

  test.each([callWith, blockWith])('reads capital letters and leading zeros', (ask) => {
    expect(['0X1', '0x2FAF080', `0x${'0'.repeat(57)}2faf080`].map(ask)).toEqual([false, false, false])
    expect(['0X2FAF081', `0x${'0'.repeat(58)}2faf080`].map(ask)).toEqual([true, true])
  })

  test.each(['Gas', 'GAS', 'gaſ', 'gasLimit', 'gas_limit', 'GasLimit'])(
    'error: more under %s, which some nodes read as the same name',
    (name) => {
      expect(asksTooMuch(method, [{ gas: most, [name]: more }, 'latest'])).toBe(true)
      expect(asksTooMuch(method, [{}, 'latest', {}, { [name]: more }])).toBe(true)
    },
  )

  test('error: parameters by name', () => {
    expect(asksTooMuch(method, { request: { gas: more }, blockNumber: 'latest' })).toBe(true)
    expect(asksTooMuch(method, {})).toBe(true)
  })

  test('error: a list in place of a call or of a block', () => {
    expect(asksTooMuch(method, [[null, null, more], 'latest'])).toBe(true)
    expect(asksTooMuch(method, [{}, 'latest', {}, [more]])).toBe(true)
  })

  test('other names and other places do not count', () => {
    expect(asksTooMuch(method, [{ gasPrice: more, maxFeePerGas: more }, 'latest'])).toBe(false)
    expect(asksTooMuch(method, [{}, { gasLimit: more }, { gas: more }, {}, { gas: more }])).toBe(false)
  })
})

test('a method by which a node computes nothing may say what it likes', () => {
  expect(asksTooMuch('eth_getBlockByNumber', [{ gas: more }])).toBe(false)
  expect(asksTooMuch('eth_getBlockByNumber', { gas: more })).toBe(false)
})

describe('eth_simulateV1', () => {
  const simulates = (blockStateCalls: unknown, more: object = {}) =>
    asksTooMuch('eth_simulateV1', [{ blockStateCalls, ...more }, 'latest'])
  const calls = (count: number, call: object = {}) => ({ calls: Array(count).fill(call) })

  test('may have four blocks with 32 calls in all of them, and 50,000,000 gas', () => {
    const within = [
      simulates([]),
      simulates(Array(4).fill(calls(8))),
      simulates([calls(32)], { validation: true, traceTransfers: true, returnFullTransactions: true }),
      simulates([
        { blockOverrides: { gasLimit: most, baseFeePerGas: '0x0' }, stateOverrides: {}, calls: null },
      ]),
      simulates([calls(2, { gas: '0x17d7840' })]),
    ]
    expect(within).toEqual(within.map(() => false))
  })

  test.each([
    ['a fifth block', Array(5).fill({})],
    ['a 33rd call', [calls(16), calls(17)]],
    ['a call with too much gas', [calls(1, { gas: more })]],
    ['calls with too much gas together', [calls(2, { gas: '0x17d7841' })]],
    ['a block with too much gas', [{ blockOverrides: { gasLimit: more } }]],
    [
      'a block number, before which a node simulates all blocks',
      [{ blockOverrides: { Number: '0x999999' } }],
    ],
    ['another spelling of the calls', [{ Calls: [] }]],
    ['calls that are no list', [{ calls: {} }]],
    ['blocks that are no list', {}],
    ['a block that is none', [7]],
  ])('error: %s', (_name, blocks) => {
    expect(simulates(blocks)).toBe(true)
  })

  test('error: another spelling of the blocks, parameters by name, or none', () => {
    expect(simulates([], { BlockStateCalls: Array(9).fill({}) })).toBe(true)
    expect(asksTooMuch('eth_simulateV1', { blockStateCalls: [] })).toBe(true)
    expect(asksTooMuch('eth_simulateV1', undefined)).toBe(true)
  })
})
