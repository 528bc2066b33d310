import { describe, expect, test } from 'vitest'
import { accountOfIss, formatAuthMessage, readAuthPayload, readCacao } from './authMessage.js'
import { encodeRecap } from './recap.js'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const iss = `did:pkh:eip155:10:${address}`
const fields = {
  domain: 'app.example',
  aud: 'https://app.example/login',
  version: '1',
  nonce: '32891756abcd',
  iat: '2026-11-21T10:00:00.000Z',
}
const full = {
  ...fields,
  exp: '2026-11-21T11:00:00.000Z',
  nbf: '2026-11-21T10:00:01.000Z',
  statement: 'Hello.',
  requestId: 'one',
  resources: ['https://app.example/a', 'ipfs://b'],
}

describe('the text to sign', () => {
  const opening = ['app.example wants you to sign in with your Ethereum account:', address, '']
  const required = [
    'URI: https://app.example/login',
    'Version: 1',
    'Chain ID: 10',
    'Nonce: 32891756abcd',
    'Issued At: 2026-11-21T10:00:00.000Z',
  ]

  test('has a line for each part', () => {
    expect(formatAuthMessage(full, iss).split('\n')).toEqual([
      ...opening,
      'Hello.',
      '',
      ...required,
      'Expiration Time: 2026-11-21T11:00:00.000Z',
      'Not Before: 2026-11-21T10:00:01.000Z',
      'Request ID: one',
      'Resources:',
      '- https://app.example/a',
      '- ipfs://b',
    ])
  })

  test.each([undefined, ''])('has no line for a part that is %j', (absent) => {
    const message = { ...fields, statement: absent, exp: absent, nbf: absent, requestId: absent }
    expect(formatAuthMessage(message, iss).split('\n')).toEqual([...opening, '', ...required])
  })

  test('names the account, written as CAIP-10 or as did:pkh', () => {
    expect(formatAuthMessage(full, `eip155:10:${address}`)).toBe(formatAuthMessage(full, iss))
  })

  test('says in words what a ReCap allows', () => {
    const message = { ...fields, resources: [encodeRecap(['eth_sign'])] }
    expect(formatAuthMessage(message, iss).split('\n')[3]).toBe(
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sign' for 'eip155'.",
    )
  })
})

describe('the account of a did:pkh', () => {
  test('is that of eip155', () => {
    expect(accountOfIss(iss)).toEqual({ chainId: 'eip155:10', address })
    expect(accountOfIss(`did:pkh:eip155:0xa:${address}`)).toEqual({ chainId: 'eip155:10', address })
  })

  test.each([
    `eip155:10:${address}`,
    `did:key:eip155:10:${address}`,
    `did:pkh:solana:10:${address}`,
    `did:pkh:eip155:10:${address}0`,
    `did:pkh:eip155:10:0${address}`,
    `did:pkh:eip155:10:${address.slice(0, -1)}`,
    `did:pkh:eip155:10:${address.slice(0, -1)}g`,
    `did:pkh:eip155:0:${address}`,
    'did:pkh:eip155:10',
    'did:pkh:',
    '',
  ])('%s has none', (text) => {
    expect(accountOfIss(text)).toBeUndefined()
  })
})

describe('an app’s request', () => {
  const chains = ['eip155:1', 'eip155:10']

  test('is read with and without what may be absent', () => {
    expect(readAuthPayload({ ...full, chains })).toEqual({ ...full, chains })
    expect(readAuthPayload({ ...fields, chains })).toEqual({ ...fields, chains })
    expect(readAuthPayload({ ...fields, resources: null, chains })?.resources).toBeUndefined()
    expect(readAuthPayload({ ...full, more: 'x', chains })).not.toHaveProperty('more')
  })

  test('is of version 1 where it does not say so', () => {
    expect(readAuthPayload({ ...fields, version: undefined, chains })?.version).toBe('1')
  })

  test('names its chains in one form, and each once', () => {
    expect(readAuthPayload({ ...fields, chains: ['eip155:0xa', 'eip155:1'] })?.chains).toEqual([
      'eip155:10',
      'eip155:1',
    ])
    const many = Array.from({ length: 64 }, (_, at) => `eip155:${at + 1}`)
    expect(readAuthPayload({ ...fields, chains: many })?.chains).toEqual(many)
    expect(readAuthPayload({ ...fields, chains: [...many, 'eip155:65'] })).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['a list', []],
    ['nothing', undefined],
    ['without chains', fields],
    ['for no chain', { ...fields, chains: [] }],
    ['for a chain of another family', { ...fields, chains: ['eip155:1', 'solana:main'] }],
    ['for a chain that is none', { ...fields, chains: ['eip155:x'] }],
    ['without a domain', { ...fields, domain: undefined, chains }],
    ['without a page', { ...fields, aud: '', chains }],
    ['without a nonce', { ...fields, nonce: '', chains }],
    ['without a time', { ...fields, iat: undefined, chains }],
    ['with two lines in its domain', { ...fields, domain: 'app.example\nx', chains }],
    ['with two lines in its nonce', { ...fields, nonce: '1\r2', chains }],
    ['with a domain that is too long', { ...fields, domain: 'a'.repeat(8193), chains }],
    ['with resources that are a text', { ...fields, resources: 'ipfs://b', chains }],
    ['with a resource of two lines', { ...fields, resources: ['ipfs://b\nURI: x'], chains }],
    ['with a resource that is too long', { ...fields, resources: ['a'.repeat(8193)], chains }],
    ['with too many resources', { ...fields, resources: Array.from({ length: 65 }, String), chains }],
  ])('%s is not read', (_, value) => {
    expect(readAuthPayload(value)).toBeUndefined()
  })

  test('has texts as long as they may be', () => {
    const long = { ...fields, domain: 'a'.repeat(8192), resources: ['b'.repeat(8192)], chains }
    expect(readAuthPayload(long)).toEqual(long)
    expect(
      readAuthPayload({ ...fields, resources: Array.from({ length: 64 }, String), chains }),
    ).toBeDefined()
  })

  test('a part that could forge other lines is left out', () => {
    const forged = { exp: 'a\nb', nbf: 'a\nb', statement: 'a\rb', requestId: '\n', version: '1\n' }
    expect(readAuthPayload({ ...fields, ...forged, chains })).toEqual({ ...fields, chains })
  })
})

describe('a signed message', () => {
  const cacao = { h: { t: 'eip4361' }, p: { ...full, iss }, s: { t: 'eip191', s: '0xAB12' } }

  test.each(['eip191', 'eip1271', 'eip6492'])('is read with a signature of %s', (t) => {
    const signed = { ...cacao, s: { ...cacao.s, t } }
    expect(readCacao(signed)).toEqual(signed)
  })

  test('has texts as long as they may be', () => {
    const long = { ...cacao, h: { t: 'a'.repeat(16_384) }, s: { t: 'eip1271', s: `0x${'ab'.repeat(8191)}` } }
    expect(readCacao(long)).toEqual(long)
    expect(readCacao({ ...long, h: { t: 'a'.repeat(16_385) } })).toBeUndefined()
    expect(readCacao({ ...long, s: { ...long.s, s: `${long.s.s}ab` } })).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['a text', 'cacao'],
    ['without a header', { ...cacao, h: undefined }],
    ['with a header that is a text', { ...cacao, h: 'eip4361' }],
    ['with a header without its kind', { ...cacao, h: {} }],
    ['without a payload', { ...cacao, p: undefined }],
    ['with a payload that is incomplete', { ...cacao, p: { ...cacao.p, nonce: undefined } }],
    ['without an account', { ...cacao, p: full }],
    [
      'with an account of another family',
      { ...cacao, p: { ...cacao.p, iss: `did:pkh:solana:1:${address}` } },
    ],
    ['without a signature', { ...cacao, s: undefined }],
    ['with a signature that is a text', { ...cacao, s: '0xab' }],
    ['with a signature without its kind', { ...cacao, s: { s: '0xab' } }],
    ['with a signature of another kind', { ...cacao, s: { t: 'ed25519', s: '0xab' } }],
    ['with a kind that only begins so', { ...cacao, s: { t: 'eip1911', s: '0xab' } }],
    ['with a kind that only ends so', { ...cacao, s: { t: 'xeip191', s: '0xab' } }],
    ['without the bytes of its signature', { ...cacao, s: { t: 'eip191' } }],
    ['with no bytes', { ...cacao, s: { t: 'eip191', s: '0x' } }],
    ['with half a byte', { ...cacao, s: { t: 'eip191', s: '0xabc' } }],
    ['with bytes that are none', { ...cacao, s: { t: 'eip191', s: '0xzz' } }],
    ['with something before the bytes', { ...cacao, s: { t: 'eip191', s: 'x0xab' } }],
    ['with something after the bytes', { ...cacao, s: { t: 'eip191', s: '0xab ' } }],
  ])('%s is not read', (_, value) => {
    expect(readCacao(value)).toBeUndefined()
  })
})
