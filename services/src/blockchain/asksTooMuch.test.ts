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
