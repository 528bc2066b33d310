import { describe, expect, test } from 'vitest'
import { paymentLinks } from './paymentLinks.js'

const recipient = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const parse = (query: string) => paymentLinks.parse(`${recipient}${query}`)

describe('a link of Bitcoin', () => {
  test.each<[string, bigint | undefined]>([
    ['', undefined],
    ['?', undefined],
    ['?amount=20.3', 2_030_000_000n],
    ['?amount=0.00000001', 1n],
    ['?amount=21000000', 2_100_000_000_000_000n],
    ['?label=Luke-Jr&amount=50&message=Donation%20for%20project%20xyz', 5_000_000_000n],
    ['?message=a=b', undefined],
    [`?amount=0.001&lightning=lnbc1${'q'.repeat(1500)}`, 100_000n],
    ['?pj=https://pay.example/?a=b%26c=d&pjos=0&amount=1', 100_000_000n],
    ['?AMOUNT=2&LIGHTNING=LNBC1QQ', 200_000_000n],
  ])('with %s is understood', (query, units) => {
    const request = { namespace: 'bip122', recipient, ...(units === undefined ? {} : { units }) }
    expect(parse(query)).toEqual({ status: 'ok', request })
  })

  test.each(['0.000000001', '-1', '1e8', '1,5', '21000000.00000001', '.5', 'all', '1?amount=2'])(
    'with the amount %s is refused',
    (amount) => {
      expect(parse(`?amount=${amount}`)).toEqual({ status: 'refused', reason: 'amount' })
    },
  )

  test.each([
    '?amount=1&amount=2',
    '?amount=1&AMOUNT=2',
    '??amount=1',
    '?amount',
    '?amount=',
    '?=1',
    '?a!=1',
    '?a=1&!b=2',
    '? a=1',
  ])('that ends with %s is malformed', (query) => {
    expect(parse(query)).toEqual({ status: 'refused', reason: 'malformed' })
  })

  test.each(['?req-somethingyoudontunderstand=50', '?amount=1&REQ-pop=x'])(
    'that must be understood for more, by %s, is refused',
    (query) => {
      expect(parse(query)).toEqual({ status: 'refused', reason: 'unsupported' })
    },
  )

  test('to no address is malformed', () => {
    for (const rest of ['', 'bc1', '?amount=1', `x${recipient}`])
      expect(paymentLinks.parse(rest)).toEqual({ status: 'refused', reason: 'malformed' })
  })
})

describe('an address', () => {
  test.each([
    recipient,
    recipient.toUpperCase(),
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'n3GNqMveyvaPvUbH469vDRadqpJMPc84JA',
    '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
    `1${'1'.repeat(25)}`,
    `1${'1'.repeat(34)}`,
    `tb1${'q'.repeat(8)}`,
    `bcrt1${'q'.repeat(87)}`,
  ])('may be %s', (address) => {
    expect(paymentLinks.faultOf(address)).toBeUndefined()
  })

  test.each([
    '',
    `bC1${recipient.slice(3)}`,
    `${recipient.slice(0, -1)}T`,
    `1${'1'.repeat(24)}`,
    `1${'1'.repeat(35)}`,
    `4${'1'.repeat(30)}`,
    `1${'0'.repeat(30)}`,
    `1${'l'.repeat(30)}`,
    `tb1${'q'.repeat(7)}`,
    `tb1${'q'.repeat(88)}`,
    `tb1${'b'.repeat(20)}`,
    `tb1${'1'.repeat(20)}`,
    `xbc1${'q'.repeat(20)}`,
    ` ${recipient}`,
    `${recipient}\n`,
  ])('is not %j', (address) => {
    expect(paymentLinks.faultOf(address)).toBe('malformed')
  })
})

test('receiving shows a link that reads as the address', () => {
  expect(paymentLinks.scheme).toBe('bitcoin')
  expect(paymentLinks.make({ networkId: 'bip122:x', address: recipient })).toBe(`bitcoin:${recipient}`)
})
