import { describe, expect, test } from 'vitest'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import { parseSiwxMessage } from './parseSiwxMessage.js'
import { namespaceOfBlockchain, type SiwxMessage } from './SiwxMessage.js'

const base: SiwxMessage = {
  domain: 'app.example',
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756abcd',
  issuedAt: '2026-11-21T10:00:00.000Z',
}

test('a message with only the required fields', () => {
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

test('a message with every field', () => {
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

describe('a message that could not be read back is not written', () => {
  test.each<[string, Partial<Record<keyof SiwxMessage, unknown>>]>([
    ['a chain id that is rounded to another (2^53)', { chainId: 'eip155:9007199254740992' }],
    ['a chain id of 16 nines', { chainId: 'eip155:9999999999999999' }],
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
    ['a chain of no family', { chainId: 'Cosmos:x' }],
    ['chain 0', { chainId: 'eip155:0' }],
    ['a chain with an exponent', { chainId: 'eip155:1e3' }],
    ['a chain in hex', { chainId: 'eip155:0x1' }],
    ['a nonce of 7', { nonce: '1234567' }],
    ['a nonce with a dash', { nonce: '12345678-' }],
    ['a date without a time', { issuedAt: '2026-11-21' }],
    ['a time without a zone', { issuedAt: '2026-11-21T10:00:00' }],
    ['a blank for the T', { issuedAt: '2026-11-21 10:00:00Z' }],
    ['small letters', { issuedAt: '2026-11-21t10:00:00z' }],
    ['30 February', { issuedAt: '2026-02-30T10:00:00Z' }],
    ['the year 0', { issuedAt: '0000-01-01T00:00:00Z' }],
    ['29 February of a common year', { notBefore: '2026-02-29T10:00:00Z' }],
    ['24 o’clock', { expirationTime: '2026-11-21T24:00:00Z' }],
    ['a leap second', { issuedAt: '2026-12-31T23:59:60Z' }],
    ['an empty request id', { requestId: '' }],
    ['a request id with a slash', { requestId: 'a/b' }],
    ['a malformed resource', { resources: ['https://a.example', 'not a uri'] }],
    ['too many resources', { resources: Array(65).fill('https://a.example') }],
  ])('%s', (_, more) => {
    expect(() => formatSiwxMessage({ ...base, ...more } as SiwxMessage)).toThrow(TypeError)
  })
})

test.each<[string, Partial<Record<keyof SiwxMessage, unknown>>]>([
  ['`chainId` is not a CAIP-2 id', { chainId: 'eip155' }],
  ['`chainId` has no chain of eip155', { chainId: 'eip155:0' }],
  ['`scheme` is not a scheme', { scheme: '' }],
  ['`domain` is not a host with an optional port', { domain: '' }],
  ['`address` is not one of eip155', { address: '0x' }],
  ["`statement` must be one line of ASCII letters, digits and -._~:/?#[]@!$&'()*+,;=", { statement: '\n' }],
  ['`uri` is not a URI', { uri: '' }],
  ['`version` is not 1', { version: '2' }],
  ['`nonce` must be 8 to 128 letters and digits', { nonce: '' }],
  ['`issuedAt` is not an RFC 3339 time', { issuedAt: '' }],
  ['`expirationTime` is not an RFC 3339 time', { expirationTime: '' }],
  ['`notBefore` is not an RFC 3339 time', { notBefore: '' }],
  ['`requestId` has a character that may not be in it', { requestId: '' }],
  ['`resources` are too many', { resources: Array(65).fill('https://a.example') }],
  ['`resources` has one that is not a URI', { resources: ['https://a.example', ''] }],
])('the error says what is wrong: %s', (problem, more) => {
  expect(() => formatSiwxMessage({ ...base, ...more } as SiwxMessage)).toThrow(new TypeError(problem))
})

test('the longest URI, the most resources and the highest chain id are written and read', () => {
  const uri = 'https://app.example/'.padEnd(2_048, 'a')
  const resources = Array<string>(64).fill('https://a.example')
  const longest = { ...base, uri, resources, chainId: 'eip155:9007199254740991' } as const
  expect(parseSiwxMessage(formatSiwxMessage(longest))).toEqual(longest)
  expect(() => formatSiwxMessage({ ...base, uri: `${uri}a` })).toThrow('`uri` is not a URI')
})

test('a text is 8,192 characters long at most', () => {
  const fill = (length: number) =>
    formatSiwxMessage({ ...base, resources: Array<string>(5).fill(`a:${'a'.repeat(1_500)}`) }).padEnd(
      length,
      'a',
    )
  expect(parseSiwxMessage(fill(8_192))).toBeDefined()
  expect(parseSiwxMessage(fill(8_193))).toBeUndefined()
})

test.each<[string, (text: string) => string]>([
  ['nothing', () => ''],
  ['a text that goes on', (text) => `${text}\nmore`],
  ['a resource with another mark', (text) => text.replace('- https', '* https')],
])('%s is not read', (_, changed) => {
  const message: SiwxMessage = { ...base, scheme: 'https', resources: ['https://a.example'] }
  const text = formatSiwxMessage(message)
  expect(parseSiwxMessage(text)).toEqual(message)
  expect(parseSiwxMessage(changed(text))).toBeUndefined()
})

test('an address of eip155 without its checksum is not read', () => {
  const text = formatSiwxMessage(base)
  expect(parseSiwxMessage(text)).toEqual(base)
  expect(parseSiwxMessage(text.replace(base.address, base.address.toLowerCase()))).toBeUndefined()
})

test('29 February of a leap year is a day', () => {
  const message = { ...base, issuedAt: '2028-02-29T10:00:00Z' }
  expect(parseSiwxMessage(formatSiwxMessage(message))).toEqual(message)
})

describe('a family without a profile', () => {
  const own = { ...base, chainId: 'toy:one', address: 'Harbour' } as SiwxMessage

  test('is named by its namespace, and is read back', () => {
    const text = formatSiwxMessage(own)
    expect(text.split('\n')[0]).toBe('app.example wants you to sign in with your caip2:toy account:')
    expect(parseSiwxMessage(text)).toEqual(own)
  })

  test.each(['caip2:eip155', 'caip2:', 'caip2:TOY', 'toy'])(
    'nothing is read of a text that says %j',
    (name) => {
      expect(parseSiwxMessage(formatSiwxMessage(own).replace('caip2:toy', name))).toBeUndefined()
    },
  )

  test.each([
    ['Ethereum', 'eip155'],
    ['caip2:toy', 'toy'],
    ['caip2:eip155', undefined],
    ['caip2:TOY', undefined],
    ['caip3:toy', undefined],
    ['', undefined],
  ])('%j names %s', (name, namespace) => {
    expect(namespaceOfBlockchain(name)).toBe(namespace)
  })
})
