import { describe, expect, test } from 'vitest'
import { paymentLinks } from './paymentLinks.js'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const wrong = account.replace('5aA', '5aa')
const most = 2n ** 256n - 1n
const { parse, faultOf, make, scheme } = paymentLinks

const requested = (rest: string) => {
  const parsed = parse(rest)
  return parsed.status === 'ok' ? parsed.request : parsed
}
const transfer = (query: string, chain = '') => `${token}${chain}/transfer?${query}`

describe('the coin', () => {
  test.each([account, account.toLowerCase(), `0x${account.slice(2).toUpperCase()}`, `pay-${account}`])(
    'to %s',
    (rest) => {
      expect(requested(rest)).toEqual({ namespace: 'eip155', recipient: rest.replace('pay-', '') })
    },
  )

  test.each(['a.eth', 'pay.alice-1_x.eth', `${'a'.repeat(251)}.eth`])('to the name %.20s', (name) => {
    expect(requested(name)).toEqual({ namespace: 'eip155', recipient: name })
  })

  test.each([
    ['1', 1n],
    ['007', 7n],
    ['1.0', 1n],
    ['1.50e1', 15n],
    ['1.5E+6', 1_500_000n],
    ['2.014e18', 2_014_000_000_000_000_000n],
    ['1e77', 10n ** 77n],
    [String(most), most],
    [`1.${'0'.repeat(78)}`, 1n],
  ])('%s of it', (value, units) => {
    expect(requested(`${account}?value=${value}`)).toMatchObject({ units })
  })

  test('on a chain', () => {
    expect(requested(`${account}@137?value=1`)).toMatchObject({ networkId: 'eip155:137', units: 1n })
  })

  test('with the gas that an app would like, which the wallet finds itself', () => {
    const rest = `${account}?gas=21000&gasLimit=21000&gasPrice=1e9`
    expect(requested(rest)).toEqual({ namespace: 'eip155', recipient: account })
  })
})

describe('a token', () => {
  test('by its contract, of a chain', () => {
    expect(requested(transfer(`address=${account}&uint256=1.5e6`, '@10'))).toEqual({
      ...{ namespace: 'eip155', networkId: 'eip155:10' },
      ...{ recipient: account, tokenAddress: token, units: 1_500_000n },
    })
  })

  test('to a name, of an amount that is left open', () => {
    expect(requested(transfer('address=alice.eth&gas=1'))).toEqual({
      ...{ namespace: 'eip155', recipient: 'alice.eth', tokenAddress: token },
    })
  })
})

describe('refused', () => {
  test.each([
    ['', 'malformed'],
    ['0x12', 'malformed'],
    [`x${account}`, 'malformed'],
    [`%${account}`, 'malformed'],
    [`#${account}`, 'malformed'],
    [`/${account}`, 'malformed'],
    [`${account}0`, 'malformed'],
    [wrong, 'checksum'],
    [`Pay-${account}`, 'malformed'],
    [`${account}@0`, 'malformed'],
    [`${account}@0x1`, 'malformed'],
    [`${account}@1x`, 'malformed'],
    [`${account}@x1`, 'malformed'],
    [`${account}@1@2`, 'malformed'],
    [`${account}#x`, 'malformed'],
    [`${account}?value=1#x`, 'malformed'],
    [`${account}?value=1&value=2`, 'malformed'],
    [`${account}?value=`, 'malformed'],
    [`${account}?=1`, 'malformed'],
    [`${account}?value`, 'malformed'],
    [`${account}?&`, 'malformed'],
    [`${account}?_value=1`, 'malformed'],
    [`${account}?value=1_`, 'malformed'],
    [`${account}?value=%31`, 'malformed'],
    ['alice', 'malformed'],
    ['.eth', 'malformed'],
    ['alice..eth', 'malformed'],
    ['Alice.eth', 'malformed'],
    ['alice.e', 'malformed'],
    ['alice.eth.', 'malformed'],
    ['*alice.eth', 'malformed'],
    [`${'a'.repeat(252)}.eth`, 'malformed'],
    [`${account}?value=-1`, 'amount'],
    [`${account}?value=+1`, 'amount'],
    [`${account}?value=1.5`, 'amount'],
    [`${account}?value=1.55e1`, 'amount'],
    [`${account}?value=1.e1`, 'amount'],
    [`${account}?value=1e-1`, 'amount'],
    [`${account}?value=1e78`, 'amount'],
    [`${account}?value=1e100`, 'amount'],
    [`${account}?value=1e`, 'amount'],
    [`${account}?value=0x10`, 'amount'],
    [`${account}?value=${most + 1n}`, 'amount'],
    [`${account}?value=${'0'.repeat(78)}1`, 'amount'],
    [`${account}?value=1.${'0'.repeat(79)}`, 'amount'],
    [transfer('uint256=1'), 'malformed'],
    [transfer(`address=${wrong}&uint256=1`), 'checksum'],
    [transfer(`address=${account}&uint256=1.5`), 'amount'],
    [`${token}/?value=1`, 'unsupported'],
    [`usdc.eth/transfer?address=${account}&uint256=1`, 'unsupported'],
    [`${wrong}/transfer?address=${account}&uint256=1`, 'checksum'],
  ])('%s: %s', (rest, reason) => {
    expect(parse(rest)).toEqual({ status: 'refused', reason })
  })

  test.each([
    [`${account}?data=00`, 'data'],
    [`${account}?uint256=1`, 'uint256'],
    [`${account}?address=${account}`, 'address'],
    [`${token}/approve?address=${account}&uint256=1`, 'approve'],
    [transfer(`address=${account}&uint256=1&value=5`), 'value'],
  ])('%s, with the part that is not understood', (rest, detail) => {
    expect(parse(rest)).toEqual({ status: 'refused', reason: 'unsupported', detail })
  })
})

test('an address has a fault if it is none, or if its capitals are no checksum', () => {
  const upper = `0x${account.slice(2).toUpperCase()}`
  expect([account, account.toLowerCase(), upper].map(faultOf)).toEqual([undefined, undefined, undefined])
  expect(['alice.eth', wrong].map(faultOf)).toEqual(['malformed', 'checksum'])
})

test('a link to receive names the address and its chain, and is read again', () => {
  const link = make({ networkId: 'eip155:10', address: account })
  expect(link).toBe(`ethereum:${account}@10`)
  expect(requested(link.slice(scheme.length + 1))).toEqual({
    ...{ namespace: 'eip155', networkId: 'eip155:10', recipient: account },
  })
})
