import { describe, expect, test } from 'vitest'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import { parseSiwxMessage } from './parseSiwxMessage.js'
import type { SiwxMessage } from './SiwxMessage.js'

const base: SiwxMessage = {
  domain: 'app.example',
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756abcd',
  issuedAt: '2026-11-21T10:00:00.000Z',
}

test('the least there can be', () => {
  expect(formatSiwxMessage(base)).toBe(
    [
      'app.example wants you to sign in with your Ethereum account:',
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      '',
      '',
      'URI: https://app.example/login',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 32891756abcd',
      'Issued At: 2026-11-21T10:00:00.000Z',
    ].join('\n'),
  )
})

test('every field', () => {
  expect(
    formatSiwxMessage({
      ...base,
      scheme: 'https',
      statement: "I accept the Terms of Service: https://app.example/tos (it's short).",
      expirationTime: '2026-11-21T11:00:00Z',
      notBefore: '2026-11-21T12:00:00.5+02:00',
      requestId: 'some-id_1',
      resources: ['ipfs://bafybe', 'https://app.example/my?x=1#y'],
    }),
  ).toBe(
    [
      'https://app.example wants you to sign in with your Ethereum account:',
      '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      '',
      "I accept the Terms of Service: https://app.example/tos (it's short).",
      '',
      'URI: https://app.example/login',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 32891756abcd',
      'Issued At: 2026-11-21T10:00:00.000Z',
      'Expiration Time: 2026-11-21T11:00:00Z',
      'Not Before: 2026-11-21T12:00:00.5+02:00',
      'Request ID: some-id_1',
      'Resources:',
      '- ipfs://bafybe',
      '- https://app.example/my?x=1#y',
    ].join('\n'),
  )
})

describe('each chain family has its name in the first line and its reference in "Chain ID"', () => {
  test.each<[string, Partial<SiwxMessage>, string]>([
    [
      'Solana',
      {
        chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
      },
      '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ],
    [
      'Bitcoin',
      {
        chainId: 'bip122:000000000019d6689c085ae165831e93',
        address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
      },
      '000000000019d6689c085ae165831e93',
    ],
    [
      'Polkadot',
      {
        chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
        address: '12bzRJfh7arnnfPPUZHeJUaE62QLEwhK48QnH9LXeK2m1iZU',
      },
      '91b171bb158e2d3848fa23a9f1c25182',
    ],
  ])('%s', (name, more, reference) => {
    const message = { ...base, ...more }
    const text = formatSiwxMessage(message)
    expect(text).toContain(`wants you to sign in with your ${name} account:\n${message.address}\n`)
    expect(text).toContain(`\nChain ID: ${reference}\n`)
    expect(parseSiwxMessage(text)).toEqual(message)
  })
})

describe('what could not be read back is not written', () => {
  test.each<[string, Partial<Record<keyof SiwxMessage, unknown>>]>([
    ['a line break in the statement', { statement: 'a\nURI: https://evil.example' }],
    ['a carriage return in the statement', { statement: 'a\r' }],
    ['an empty statement', { statement: '' }],
    ['letters beyond ASCII', { statement: 'Grüße' }],
    ['a quotation mark', { statement: 'say "hi"' }],
    ['a domain with a path', { domain: 'app.example/x' }],
    ['a domain with a user', { domain: 'me@app.example' }],
    ['a domain that ends with a dot', { domain: 'app.example.' }],
    ['a port with letters', { domain: 'app.example:80a' }],
    ['a scheme with a colon', { scheme: 'https:' }],
    ['an address of another family', { address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' }],
    ['a short address', { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604' }],
    ['a relative URI', { uri: '/login' }],
    ['a URI with a space', { uri: 'https://app.example/a b' }],
    ['a URI with a broken escape', { uri: 'https://app.example/%zz' }],
    ['a URI with two fragments', { uri: 'https://app.example/#a#b' }],
    ['version 2', { version: '2' }],
    ['a chain of no family', { chainId: 'cosmos:x' }],
    ['chain 0', { chainId: 'eip155:0' }],
    ['a chain in hex', { chainId: 'eip155:0x1' }],
    ['a nonce of 7', { nonce: '1234567' }],
    ['a nonce with a dash', { nonce: '12345678-' }],
    ['a date without a time', { issuedAt: '2026-11-21' }],
    ['a time without a zone', { issuedAt: '2026-11-21T10:00:00' }],
    ['a blank for the T', { issuedAt: '2026-11-21 10:00:00Z' }],
    ['small letters', { issuedAt: '2026-11-21t10:00:00z' }],
    ['30 February', { issuedAt: '2026-02-30T10:00:00Z' }],
    ['29 February of a common year', { notBefore: '2026-02-29T10:00:00Z' }],
    ['24 o’clock', { expirationTime: '2026-11-21T24:00:00Z' }],
    ['a leap second', { issuedAt: '2026-12-31T23:59:60Z' }],
    ['an empty request id', { requestId: '' }],
    ['a request id with a slash', { requestId: 'a/b' }],
    ['a resource that is none', { resources: ['https://a.example', 'not a uri'] }],
    ['too many resources', { resources: Array(65).fill('https://a.example') }],
  ])('%s', (_, more) => {
    expect(() => formatSiwxMessage({ ...base, ...more } as SiwxMessage)).toThrow(TypeError)
  })
})

test('29 February of a leap year is a day', () => {
  const message = { ...base, issuedAt: '2028-02-29T10:00:00Z' }
  expect(parseSiwxMessage(formatSiwxMessage(message))).toEqual(message)
})
