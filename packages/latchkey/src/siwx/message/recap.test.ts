import { base64urlnopad } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { formatSiwxMessage } from './formatSiwxMessage.js'
import { parseSiwxMessage } from './parseSiwxMessage.js'
import { type Recap, recapOf, withRecap } from './recap.js'
import type { SiwxMessage } from './SiwxMessage.js'

const base: SiwxMessage = {
  domain: 'example.com',
  address: '0x0000000000000000000000000000000000000000',
  uri: 'did:key:example',
  version: '1',
  chainId: 'eip155:1',
  nonce: 'mynonce1',
  issuedAt: '2022-06-21T12:00:00.000Z',
}

// The message that ERC-5573 has as its example.
const example: Recap = {
  att: {
    'https://example.com': { 'example/append': [], 'example/read': [], 'other/action': [] },
    'my:resource:uri.1': { 'example/append': [], 'example/delete': [] },
    'my:resource:uri.2': { 'example/append': [] },
    'my:resource:uri.3': { 'example/append': [] },
  },
  prf: [],
}
const exampleText = [
  'example.com wants you to sign in with your Ethereum account:',
  '0x0000000000000000000000000000000000000000',
  '',
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'example': 'append', 'read' for 'https://example.com'. (2) 'other': 'action' for 'https://example.com'. (3) 'example': 'append', 'delete' for 'my:resource:uri.1'. (4) 'example': 'append' for 'my:resource:uri.2'. (5) 'example': 'append' for 'my:resource:uri.3'.",
  '',
  'URI: did:key:example',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: mynonce1',
  'Issued At: 2022-06-21T12:00:00.000Z',
  'Resources:',
  '- urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbSI6eyJleGFtcGxlL2FwcGVuZCI6W10sImV4YW1wbGUvcmVhZCI6W10sIm90aGVyL2FjdGlvbiI6W119LCJteTpyZXNvdXJjZTp1cmkuMSI6eyJleGFtcGxlL2FwcGVuZCI6W10sImV4YW1wbGUvZGVsZXRlIjpbXX0sIm15OnJlc291cmNlOnVyaS4yIjp7ImV4YW1wbGUvYXBwZW5kIjpbXX0sIm15OnJlc291cmNlOnVyaS4zIjp7ImV4YW1wbGUvYXBwZW5kIjpbXX19LCJwcmYiOltdfQ',
].join('\n')

const uriOf = (json: string) => `urn:recap:${base64urlnopad.encode(new TextEncoder().encode(json))}`

describe('the example of ERC-5573', () => {
  test('is written byte for byte, in whatever order it is given', () => {
    const reversed = Object.fromEntries(
      Object.entries(example.att)
        .reverse()
        .map(([resource, abilities]) => [resource, Object.fromEntries(Object.entries(abilities).reverse())]),
    )
    expect(formatSiwxMessage(withRecap(base, example))).toBe(exampleText)
    expect(formatSiwxMessage(withRecap(base, { prf: [], att: reversed }))).toBe(exampleText)
  })

  test('is read', () => {
    const message = parseSiwxMessage(exampleText)
    expect(message && recapOf(message)).toEqual(example)
  })

  test('is read with its limits and proofs', () => {
    const resource =
      'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbS9waWN0dXJlcy8iOnsiY3J1ZC9kZWxldGUiOlt7fV0sImNydWQvdXBkYXRlIjpbe31dLCJvdGhlci9hY3Rpb24iOlt7fV19LCJtYWlsdG86dXNlcm5hbWVAZXhhbXBsZS5jb20iOnsibXNnL3JlY2VpdmUiOlt7Im1heF9jb3VudCI6NSwidGVtcGxhdGVzIjpbIm5ld3NsZXR0ZXIiLCJtYXJrZXRpbmciXX1dLCJtc2cvc2VuZCI6W3sidG8iOiJzb21lb25lQGVtYWlsLmNvbSJ9LHsidG8iOiJqb2VAZW1haWwuY29tIn1dfX0sInByZiI6WyJ6ZGo3V2o2Rk5TNHJVVWJzaUp2amp4Y3NOcVpkRENTaVlSOHNLUVhmb1BmcFNadUF3Il19'
    const statement =
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'delete', 'update' for 'https://example.com/pictures/'. (2) 'other': 'action' for 'https://example.com/pictures/'. (3) 'msg': 'receive', 'send' for 'mailto:username@example.com'."
    const recap = recapOf({ ...base, statement, resources: [resource] })
    expect(recap?.att['mailto:username@example.com']?.['msg/receive']).toEqual([
      { max_count: 5, templates: ['newsletter', 'marketing'] },
    ])
    expect(recap?.prf).toHaveLength(1)
    expect(recap && withRecap(base, recap).resources).toEqual([resource])
  })
})

test('is placed after the statement and the other resources', () => {
  const message = withRecap(
    { ...base, statement: 'Welcome.', resources: ['https://a.example'] },
    { att: { 'https://files.example/': { 'crud/read': [{ max: 1 }] } } },
  )
  expect(message.statement).toMatch(/^Welcome\. I further authorize .+ for 'https:\/\/files\.example\/'\.$/)
  expect(message.resources).toHaveLength(2)
  const text = formatSiwxMessage(message)
  expect(recapOf(parseSiwxMessage(text) ?? base)).toEqual({
    att: { 'https://files.example/': { 'crud/read': [{ max: 1 }] } },
  })
})

test('the same limits are written alike, in whatever order they are given, without or with no proofs', () => {
  const one = withRecap(base, { att: { 'a:b': { 'crud/read': [{ b: 1, a: 2 }] } } })
  expect(withRecap(base, { att: { 'a:b': { 'crud/read': [{ a: 2, b: 1 }] } }, prf: undefined })).toEqual(one)
})

describe('a ReCap that allows nothing', () => {
  const recap = { att: { 'a:b': { 'crud/read': [{}] } } }
  const uri = uriOf('{"att":{"a:b":{"crud/read":[{}]}}}')
  const words =
    "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'read' for 'a:b'."
  const good = { ...base, statement: words, resources: [uri] }

  test('the base of these cases allows', () => {
    expect(withRecap(base, recap)).toEqual(good)
    expect(recapOf(good)).toEqual(recap)
  })

  test.each<[string, Partial<SiwxMessage>]>([
    ['no resources', { resources: undefined }],
    ['no statement', { statement: undefined }],
    ['a statement of less', { statement: words.replace('read', 'list') }],
    ['a statement that goes on', { statement: `${words} Not really.` }],
    ['words joined to others', { statement: `x${words}` }],
    ['not the last resource', { resources: [uri, 'https://a.example'] }],
    ['two of them', { resources: [uri, uri] }],
    ['not base64url', { resources: ['urn:recap:###'] }],
    ['padded', { resources: [`${uriOf('{"att":{"a:b":{"crud/read":[{}]}} }')}=`] }],
    ['not UTF-8', { resources: [`urn:recap:${base64urlnopad.encode(Uint8Array.of(0xff))}`] }],
    [
      'not UTF-8 where no word stands',
      {
        resources: [
          `urn:recap:${base64urlnopad.encode(
            Uint8Array.from('{"att":{"a:b":{"crud/read":[{"x":"\u00ff"}]}}}', (one) => one.charCodeAt(0)),
          )}`,
        ],
      },
    ],
    ['not JSON', { resources: [uriOf('{')] }],
    ['blanks in the JSON', { resources: [uriOf('{"att": {"a:b":{"crud/read":[{}]}}}')] }],
    ['a key twice', { resources: [uriOf('{"att":{"a:b":{"crud/read":[],"crud/read":[{}]}}}')] }],
    ['something beside', { resources: [uriOf('{"att":{"a:b":{"crud/read":[{}]}},"more":1}')] }],
    ['nothing in it', { resources: [uriOf('{"att":{}}')] }],
    ['no abilities', { resources: [uriOf('{"att":{"a:b":{}}}')] }],
    ['a list', { resources: [uriOf('[]')] }],
    ['proofs that are no texts', { resources: [uriOf('{"att":{"a:b":{"crud/read":[{}]}},"prf":[1]}')] }],
  ])('%s', (_, more) => {
    expect(recapOf({ ...good, ...more })).toBeUndefined()
  })
})

describe('an invalid ReCap is not written', () => {
  test.each<[string, unknown]>([
    ['nothing', { att: {} }],
    ['null', null],
    ['null in it', { att: null }],
    ['a resource without abilities', { att: { 'a:b': {} } }],
    ['one good resource of two', { att: { 'a:b': { 'crud/read': [] }, files: { 'crud/read': [] } } }],
    ['one good ability of two', { att: { 'a:b': { 'crud/read': [], read: [] } } }],
    ['no list of limits', { att: { 'a:b': { 'crud/read': {} } } }],
    ['an ability without a namespace', { att: { 'a:b': { read: [{}] } } }],
    ['an ability that goes on in words', { att: { 'a:b': { "crud/read' for 'c:d": [{}] } } }],
    ['a resource that is no URI', { att: { files: { 'crud/read': [{}] } } }],
    ['a resource that goes on in words', { att: { "a:b'. (2) 'x": { 'crud/read': [{}] } } }],
  ])('%s', (_, recap) => {
    expect(() => withRecap(base, recap as Recap)).toThrow(
      new TypeError('`recap` has a resource or an ability that ERC-5573 does not allow'),
    )
  })

  test('a second ReCap', () => {
    const recap = { att: { 'a:b': { 'crud/read': [{}] } } }
    expect(() => withRecap(withRecap(base, recap), recap)).toThrow(
      new TypeError('`message` has a ReCap; there can be one'),
    )
  })
})
