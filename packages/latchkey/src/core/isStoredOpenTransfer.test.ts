import { describe, expect, test } from 'vitest'
import { mockTransferIntent } from '../testing/mockTransferIntent.js'
import { isStoredOpenTransfer } from './isStoredOpenTransfer.js'

const stored = {
  intent: mockTransferIntent(),
  status: 'asked',
  askedAt: Date.UTC(2026, 0, 1),
  asked: { kind: 'transaction' },
}
const full = {
  ...stored,
  status: 'unknown',
  requestId: 7,
  answered: '0xab',
  failedBatch: '0xcd',
  isGivenUp: true,
  error: { code: 'SEND_UNCONFIRMED', slots: { wallet: 'Oak', minutes: 2 } },
  asked: { kind: 'calls', nonce: 3, waiting: 1, height: 9, callsId: 'one', terms: { blockhash: 'abc' } },
  intent: mockTransferIntent({
    recipient: { address: '0xab', name: 'wren.eth', warnings: ['self'] },
    tokenAddress: '0xcd',
    iconUrl: 'data:image/png;base64,',
    isUnverified: true,
    isUnstored: true,
  }),
}
const text = (length: number) => 'a'.repeat(length)
const isRead = (value: unknown) => isStoredOpenTransfer(JSON.parse(JSON.stringify(value)))
const withIntent = (more: object) => ({ ...full, intent: { ...full.intent, ...more } })
const withAsked = (more: object) => ({ ...full, asked: { ...full.asked, ...more } })
const withRecipient = (more: object) => withIntent({ recipient: { ...full.intent.recipient, ...more } })

describe('a stored transfer is read', () => {
  test('with and without what may be absent', () => {
    expect(isRead(stored)).toBe(true)
    expect(isRead(full)).toBe(true)
  })

  test.each(['asked', 'unknown', 'refused'])('while it is %s', (status) => {
    expect(isRead({ ...full, status })).toBe(true)
  })

  test.each<[string, object]>([
    [
      'its texts',
      withIntent({ id: text(300), account: text(300), connectorId: text(300), wallet: text(300) }),
    ],
    ['its names', withIntent({ symbol: text(300), tokenAddress: text(300), iconUrl: text(24_000) })],
    ['its recipient', withRecipient({ address: text(300), name: text(300) })],
    ['its units', withIntent({ units: '9'.repeat(78) })],
    ['its decimals', withIntent({ decimals: 77 })],
    ['its ids', { ...withAsked({ callsId: text(8194) }), answered: text(300), failedBatch: text(8194) }],
    ['its terms', withAsked({ terms: { a: text(300), b: '' } })],
    ['its error', { ...full, error: { code: text(300), slots: { a: text(300) } } }],
  ])('with %s as long as they may be', (_, value) => {
    expect(isRead(value)).toBe(true)
  })

  test('with an error that has no slots, or that a later version knows', () => {
    expect(isRead({ ...full, error: { code: 'NEW' } })).toBe(true)
    expect(isRead({ ...full, error: { code: 'NEW', slots: {} } })).toBe(true)
  })
})

describe('a stored transfer is dropped', () => {
  test.each([undefined, null, 'asked', 7, []])('if it is %j', (value) => {
    expect(isStoredOpenTransfer(value)).toBe(false)
  })

  test.each<[string, object]>([
    ['no intent', { ...full, intent: undefined }],
    ['an intent that is a list', { ...full, intent: [] }],
    ['no facts of what was asked', { ...full, asked: undefined }],
    ['such facts that are a text', { ...full, asked: 'transaction' }],
    ['no status', { ...full, status: undefined }],
    ['an end as its status', { ...full, status: 'sent' }],
    ['no time', { ...full, askedAt: undefined }],
    ['a text as its time', { ...full, askedAt: '1' }],
    ['an error that is a text', { ...full, error: 'SEND_UNCONFIRMED' }],
    ['an error without a code', { ...full, error: { slots: {} } }],
    ['an error with a list of slots', { ...full, error: { code: 'A', slots: ['a'] } }],
    ['an error with a slot that is an object', { ...full, error: { code: 'A', slots: { a: '', b: {} } } }],
    ['an error with a slot that is too long', { ...full, error: { code: 'A', slots: { a: text(301) } } }],
    ['an answer that is too long', { ...full, answered: text(301) }],
    ['an answer that is a number', { ...full, answered: 1 }],
    ['a batch that is too long', { ...full, failedBatch: text(8195) }],
    ['a given-up mark that is not true', { ...full, isGivenUp: false }],
    ['a request with a text as its id', { ...full, requestId: '7' }],
    ['a request with an id that is not whole', { ...full, requestId: 7.5 }],
  ])('if it has %s', (_, value) => {
    expect(isRead(value)).toBe(false)
  })

  test.each<[string, object]>([
    ['another kind', { kind: 'approval' }],
    ['no kind', { kind: undefined }],
    ['a nonce that is a text', { nonce: '3' }],
    ['a count of those that waited that is a text', { waiting: '1' }],
    ['a nonce above 2^53-1', { nonce: 2 ** 53 }],
    ['a height that is not whole', { height: 9.5 }],
    ['a batch id that is too long', { callsId: text(8195) }],
    ['a batch id that is a number', { callsId: 1 }],
    ['terms that are a text', { terms: 'abc' }],
    ['terms that are a list', { terms: ['abc'] }],
    ['terms with a number', { terms: { a: 'abc', b: 1 } }],
    ['a term that is too long', { terms: { a: text(301) } }],
  ])('if what was asked has %s', (_, more) => {
    expect(isRead(withAsked(more))).toBe(false)
  })

  test.each<[string, object]>([
    ['another kind', { kind: 'message' }],
    ['no id', { id: undefined }],
    ['an id that is too long', { id: text(301) }],
    ['a network that is no CAIP-2 id', { networkId: 'eip155' }],
    ['no account', { account: undefined }],
    ['an account that is too long', { account: text(301) }],
    ['no connector', { connectorId: undefined }],
    ['no wallet', { wallet: undefined }],
    ['no time', { madeAt: undefined }],
    ['no recipient', { recipient: undefined }],
    ['a recipient that is a text', { recipient: '0xab' }],
    ['no units', { units: undefined }],
    ['units that are a number', { units: 5 }],
    ['units below 0', { units: '-5' }],
    ['units that are not whole', { units: '5.5' }],
    ['units with a blank before them', { units: ' 5' }],
    ['units that are too long', { units: '9'.repeat(79) }],
    ['no units in a text', { units: '' }],
    ['no symbol', { symbol: undefined }],
    ['no decimals', { decimals: undefined }],
    ['too many decimals', { decimals: 78 }],
    ['a token that is a number', { tokenAddress: 1 }],
    ['a picture that is too long', { iconUrl: text(24_001) }],
    ['a picture that is a number', { iconUrl: 1 }],
    ['an unverified mark that is not true', { isUnverified: 'yes' }],
    ['an unstored mark that is not true', { isUnstored: false }],
    ['no price', { price: undefined }],
    ['a price that is a text', { price: '1' }],
    ['no price of the coin', { coinPrice: undefined }],
    ['no facts', { facts: undefined }],
  ])('if its intent has %s', (_, more) => {
    expect(isRead(withIntent(more))).toBe(false)
  })

  test.each<[string, object]>([
    ['no address', { address: undefined }],
    ['an address that is too long', { address: text(301) }],
    ['a name that is a number', { name: 1 }],
    ['a name that is too long', { name: text(301) }],
    ['no warnings', { warnings: undefined }],
    ['warnings that are a text', { warnings: 'self' }],
  ])('if its recipient has %s', (_, more) => {
    expect(isRead(withRecipient(more))).toBe(false)
  })
})
