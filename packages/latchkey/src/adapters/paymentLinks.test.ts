import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePaymentLink } from '../protocol/amounts/parsePaymentLink.js'
import { paymentLinks as bip122 } from './bip122/paymentLinks.js'
import { paymentLinks as eip155 } from './eip155/paymentLinks.js'
import { paymentLinks as solana } from './solana/paymentLinks.js'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const wrapped = 'So11111111111111111111111111111111111111112'
const token = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

describe('paymentLinks', () => {
  test.each([
    [account, { recipient: account }],
    [account.toLowerCase(), { recipient: account.toLowerCase() }],
    [`eip155:10:${account}`, { recipient: account, networkId: 'eip155:10' }],
    [`ethereum:${account}`, { recipient: account }],
    [`ETHEREUM:pay-${account}@137`, { recipient: account, networkId: 'eip155:137' }],
    ['ethereum:alice.eth?value=1', { recipient: 'alice.eth', units: 1n }],
    [
      `ethereum:${account}?value=2.014e18&gas=21000`,
      { recipient: account, units: 2_014_000_000_000_000_000n },
    ],
    [`ethereum:${account}?value=1.0`, { recipient: account, units: 1n }],
    [
      `ethereum:${token}@1/transfer?address=${account}&uint256=1.5E+6`,
      { recipient: account, networkId: 'eip155:1', tokenAddress: token, units: 1_500_000n },
    ],
  ])('%s is understood', (text, request) => {
    expect(parsePaymentLink(text, { namespace: 'eip155', links: eip155 })).toEqual({
      status: 'ok',
      request: { namespace: 'eip155', ...request },
    })
  })

  test.each([
    ['', 'malformed'],
    ['0x12', 'malformed'],
    [account.replace('5aA', '5aa'), 'checksum'],
    [`ethereum:${account.replace('5aA', '5aa')}`, 'checksum'],
    [`ethereum:${account}@0`, 'malformed'],
    [`ethereum:${account}@0x1`, 'malformed'],
    [`ethereum:${account}@99999999999999999`, 'malformed'],
    [`ethereum:${account}?value=1&value=2`, 'malformed'],
    [`ethereum:${account}?value=%31`, 'malformed'],
    [`ethereum:${account}#x`, 'malformed'],
    [`ethereum:${account}\u202e`, 'malformed'],
    ['ethereum:аlice.eth', 'malformed'],
    [`ethereum:${account}?value=-1`, 'amount'],
    [`ethereum:${account}?value=1.5`, 'amount'],
    [`ethereum:${account}?value=1.55e1`, 'amount'],
    [`ethereum:${account}?value=1e78`, 'amount'],
    [`ethereum:${account}?value=1e999999999`, 'amount'],
    [`ethereum:${account}?value=0x10`, 'amount'],
    [`ethereum:${account}?data=00`, 'unsupported'],
    [`ethereum:${token}/approve?address=${account}&uint256=1`, 'unsupported'],
    [`ethereum:${token}/transfer?address=${account}&uint256=1&value=5`, 'unsupported'],
    [`ethereum:${token}/transfer?uint256=1`, 'malformed'],
    [`ethereum:usdc.eth/transfer?address=${account}&uint256=1`, 'unsupported'],
    ['javascript:alert(1)', 'malformed'],
    ['https://example.org/0x', 'malformed'],
  ])('%s is refused: %s', (text, reason) => {
    const parsed = parsePaymentLink(text, { namespace: 'eip155', links: eip155 })
    expect(parsed).toMatchObject({ status: 'refused', reason })
  })

  test.each([
    ['eip155:10', account, eip155, `ethereum:${account}@10`],
    ['bip122:000000000019d6689c085ae165831e93', segwit, bip122, `bitcoin:${segwit}`],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', wrapped, solana, `solana:${wrapped}`],
  ] as const)('reads what it makes for %s', (networkId, address, links, link) => {
    const namespace = networkId.slice(0, networkId.indexOf(':'))
    expect(links.make({ networkId, address })).toBe(link)
    const parsed = parsePaymentLink(link, { namespace, links })
    expect(parsed).toMatchObject({ status: 'ok', request: { namespace, recipient: address } })
    if (links === eip155) expect(parsed).toMatchObject({ request: { networkId } })
  })

  test('a family without payment links reads addresses', () => {
    const address = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
    const parsed = parsePaymentLink(address, { namespace: 'polkadot' })
    expect(parsed).toEqual({ status: 'ok', request: { namespace: 'polkadot', recipient: address } })
    expect(parsePaymentLink(`dot:${address}`, { namespace: 'polkadot' })).toMatchObject({
      reason: 'malformed',
    })
  })

  test.each([
    [`bitcoin:${segwit}?req-somethingyoudontunderstand=50`, bip122, 'unsupported'],
    [`bitcoin:${segwit}?amount=1&amount=2`, bip122, 'malformed'],
    [`bitcoin:${segwit}?amount=1?amount=2`, bip122, 'amount'],
    [`bitcoin:${segwit}?amount=0.000000001`, bip122, 'amount'],
    [`bitcoin:${segwit}?amount=-1`, bip122, 'amount'],
    [`bitcoin:${segwit}?amount=1e8`, bip122, 'amount'],
    [`bitcoin:${segwit}?amount=21000001`, bip122, 'amount'],
    ['bitcoin:bc1', bip122, 'malformed'],
    [`ethereum:${account}`, bip122, 'malformed'],
    [`solana:${wrapped}?amount=1e3`, solana, 'amount'],
    [`solana:${wrapped}?amount=0.0000000001`, solana, 'amount'],
    [`solana:${wrapped}?spl-token=0x12`, solana, 'malformed'],
    ['solana:https://shop.example/pay', solana, 'unsupported'],
    ['solana:0x12', solana, 'malformed'],
    [`bitcoin:${segwit}`, eip155, 'malformed'],
  ])('%s is refused', (text, links, reason) => {
    expect(parsePaymentLink(text, { namespace: 'any', links })).toEqual({ status: 'refused', reason })
  })

  test.each([
    ['amount=1.5', { units: 1_500_000_000n }],
    ['amount=0.000000001&label=Shop&message=Thanks', { units: 1n }],
    ['label=Open?&amount=1', { units: 1_000_000_000n }],
    [`spl-token=${wrapped}`, { tokenAddress: wrapped }],
    [`spl-token=${wrapped}&amount=1.5`, { tokenAddress: wrapped, amount: '1.5' }],
  ])('Solana Pay: %s', (query, payment) => {
    const parsed = parsePaymentLink(`solana:${wrapped}?${query}`, { namespace: 'solana', links: solana })
    expect(parsed).toEqual({ status: 'ok', request: { namespace: 'solana', recipient: wrapped, ...payment } })
  })

  test.each(['reference=abc', 'memo=abc', 'label=a?&memo=abc', 'amount=1&amount=2'])(
    'Solana Pay: %s is refused, for the transfer would not have it',
    (query) => {
      const parsed = parsePaymentLink(`solana:${wrapped}?${query}`, { namespace: 'solana', links: solana })
      expect(parsed).toMatchObject({ status: 'refused', reason: 'unsupported' })
    },
  )

  test.each([
    ['amount=20.3', 2_030_000_000n],
    ['amount=0.00000001', 1n],
    ['amount=21000000', 2_100_000_000_000_000n],
    ['label=Luke-Jr&amount=50&message=Donation%20for%20project%20xyz', 5_000_000_000n],
    ['label=Luke-Jr', undefined],
  ])('reads the amount of a Bitcoin link with %s', (query, units) => {
    const parsed = parsePaymentLink(`bitcoin:${segwit}?${query}`, { namespace: 'bip122', links: bip122 })
    expect(parsed).toEqual({ status: 'ok', request: { namespace: 'bip122', recipient: segwit, units } })
  })

  test('passes over the other ways to pay of a Bitcoin link', () => {
    const text = `bitcoin:${segwit}?pj=https://x.example&lightning=lnbc1qq`
    const parsed = parsePaymentLink(text, { namespace: 'bip122', links: bip122 })
    expect(parsed).toEqual({ status: 'ok', request: { namespace: 'bip122', recipient: segwit } })
  })

  test('it never throws for any text, and the text contains the recipient unchanged', {
    timeout: 60_000,
  }, () => {
    const part = fc.constantFrom(
      'ethereum:',
      'pay-',
      account,
      token,
      '@',
      '1',
      '/transfer',
      '?',
      '&',
      'value=',
      '1e18',
    )
    const more = fc.constantFrom(
      'address=',
      'uint256=',
      'eip155:1:',
      '%',
      '\u202e',
      'a.eth',
      '-',
      'e99',
      '.',
      '#',
    )
    const hostile = fc.array(fc.oneof(part, more, fc.string({ unit: 'binary', maxLength: 4 })), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(hostile, (parts) => {
        const text = parts.join('')
        const parsed = parsePaymentLink(text, { namespace: 'eip155', links: eip155 })
        if (parsed.status === 'ok') expect(text).toContain(parsed.request.recipient)
      }),
      { numRuns: Number(process.env.LONG_RUNS ?? 5000), ...(process.env.LONG_RUNS ? {} : { seed: 4 }) },
    )
  })
})
