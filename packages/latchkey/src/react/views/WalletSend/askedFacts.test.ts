import { describe, expect, test } from 'vitest'
import { askedFacts } from './askedFacts.js'

const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

const request = (method: string, params?: unknown) => askedFacts({ kind: 'request', method, params })
const message = (text: string) => askedFacts({ kind: 'message', message: { text } })

describe('a message', () => {
  test('is told in its own words, cleaned and cut', () => {
    expect(message('Hello')).toEqual({ message: 'Hello' })
    expect(message('pay\u202e me\nnow\u0000!')).toEqual({ message: 'pay me now !' })
    const { message: long } = message('x'.repeat(1_000)) as { readonly message: string }
    expect(long).toBe(`${'x'.repeat(159)}…`)
    expect(message(' ')).toBeUndefined()
  })

  test.each([
    ['text', '4772c3bcc39f', 'Grüß'],
    ['no text', 'ff00', '0xff00'],
    ['no text, and many', 'ff'.repeat(100), `0x${'ff'.repeat(20)}…`],
    [
      'a long text, cut within a character',
      Buffer.from(`a${'ß'.repeat(2_000)}`).toString('hex'),
      /^aß{158}…$/,
    ],
  ])('of bytes that are %s', (_, hex, text) => {
    const facts = askedFacts({ kind: 'signIn', message: { hex } }) as { readonly message: string }
    if (typeof text === 'string') expect(facts).toEqual({ message: text })
    else expect(facts.message).toMatch(text)
  })
})

describe('a request of the app', () => {
  test.each([
    ['the text in hex', [hexOf('Hello'), alice], 'Hello'],
    ['the text as it is', ['Hello', alice], 'Hello'],
    ['the address first', [alice, hexOf('Hello')], 'Hello'],
  ])('to sign a message tells the message: %s', (_, params, text) => {
    expect(request('personal_sign', params)).toEqual({ message: text })
  })

  test.each([
    ['eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }], bob],
    ['eth_sendTransaction', [{ from: alice, data: '0x60' }], undefined],
    ['wallet_sendCalls', [{ from: alice, calls: [{ to: bob }] }], bob],
    ['wallet_sendCalls', [{ from: alice, calls: [{ to: bob }, { to: alice }] }], undefined],
    ['toy_pay', { account: alice, recipientAddress: bob, amount: '1' }, bob],
    ['eth_sendTransaction', [{ to: `\u202e${bob}` }], bob],
    ['eth_sendTransaction', [{ to: { toString: 1 } }], undefined],
    ['eth_signTypedData_v4', [alice, '{}'], undefined],
    ['wallet_watchAsset', undefined, undefined],
    ['wallet_watchAsset', null, undefined],
    ['personal_sign', [], undefined],
    ['personal_sign', [alice, alice], undefined],
  ])('tells the method %s, and the recipient of %j', (method, params, recipient) => {
    expect(request(method, params)).toEqual({ method, recipient })
  })
})
