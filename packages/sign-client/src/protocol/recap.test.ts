import { beforeEach, describe, expect, test } from 'vitest'
import { fromUtf8, toBase64 } from '../encoding.js'
import { encodeRecap, readRecap, withRecapStatement } from './recap.js'

const written = (value: unknown) =>
  `urn:recap:${toBase64(fromUtf8(JSON.stringify(value))).replaceAll('=', '')}`
const opening = 'I further authorize the stated URI to perform the following actions on my behalf:'

describe('a request for methods', () => {
  test('is the JSON of ERC-5573, with its methods in order', () => {
    const att = { eip155: { 'request/eth_sign': [{}], 'request/personal_sign': [{}] } }
    expect(encodeRecap(['personal_sign', 'eth_sign'])).toBe(written({ att }))
    expect(encodeRecap(['personal_sign', 'eth_sign'])).not.toContain('=')
    expect(encodeRecap([])).toBe(written({ att: { eip155: {} } }))
  })

  test('names the chains of a wallet’s answer', () => {
    const att = { eip155: { 'request/eth_sign': [{ chains: ['eip155:1', 'eip155:10'] }] } }
    expect(encodeRecap(['eth_sign'], ['eip155:1', 'eip155:10'])).toBe(written({ att }))
  })

  test('is read back', () => {
    const chains = ['eip155:1', 'eip155:10']
    expect(readRecap(['https://app.example', encodeRecap(['eth_sign', 'personal_sign'], chains)])).toEqual({
      methods: ['eth_sign', 'personal_sign'],
      chains,
    })
    expect(readRecap([encodeRecap(['eth_sign'])])).toEqual({ methods: ['eth_sign'], chains: [] })
  })
})

describe('of the resources of a message', () => {
  test('only the last one counts', () => {
    expect(readRecap([encodeRecap(['eth_sign']), 'https://app.example'])).toBeUndefined()
    expect(readRecap([])).toBeUndefined()
    expect(readRecap(undefined)).toBeUndefined()
  })

  test.each<[string, string]>([
    ['is no ReCap', written({ att: { eip155: { 'request/eth_sign': [{}] } } }).replace('recap', 'other')],
    ['is not base64', 'urn:recap:!!'],
    ['is not UTF-8', `urn:recap:${toBase64(Uint8Array.of(0xff, 0xfe)).replaceAll('=', '')}`],
    ['is not JSON', `urn:recap:${toBase64(fromUtf8('{')).replaceAll('=', '')}`],
    ['is a text', written('att')],
    ['has no attenuations', written({})],
    ['has a list of them', written({ att: [] })],
  ])('one that %s allows nothing', (_, resource) => {
    expect(readRecap([resource])).toBeUndefined()
    expect(withRecapStatement('Hello', [resource])).toBe('Hello')
  })

  test('only requests of eip155 allow methods, on chains that are some', () => {
    const att = {
      eip155: {
        'request/eth_sign': [
          { chains: ['eip155:1', 'nonsense', 7] },
          { chains: 'eip155:2' },
          'eip155:3',
          null,
        ],
        'request/': [{ chains: ['eip155:1', 'eip155:10'] }],
        request: [],
        'event/chainChanged': [],
        'request/personal_sign': { chains: ['eip155:4'] },
      },
      'https://app.example': { 'request/eth_sendTransaction': [{ chains: ['eip155:5'] }] },
    }
    expect(readRecap([written({ att })])).toEqual({
      methods: ['eth_sign', 'personal_sign'],
      chains: ['eip155:1', 'eip155:10'],
    })
    expect(readRecap([written({ att: { eip155: 'all' } })])).toEqual({ methods: [], chains: [] })
    expect(readRecap([written({ att: { solana: {} } })])).toEqual({ methods: [], chains: [] })
  })
})

describe('the statement', () => {
  // Made in each test: what a module does while tests are collected, no test can notice.
  let recap = ''
  beforeEach(() => {
    recap = encodeRecap(['personal_sign', 'eth_sign'])
  })
  const words = `${opening} (1) 'request': 'eth_sign', 'personal_sign' for 'eip155'.`

  test('says in words what the ReCap allows, after the app’s own', () => {
    expect(withRecapStatement('Hello.', [recap])).toBe(`Hello. ${words}`)
    expect(withRecapStatement(undefined, [recap])).toBe(words)
    expect(withRecapStatement('', [recap])).toBe(words)
  })

  test('says it once', () => {
    expect(withRecapStatement(`Hello. ${words}`, [recap])).toBe(`Hello. ${words}`)
  })

  test('stays as it is without a ReCap', () => {
    expect(withRecapStatement('Hello.', ['https://app.example'])).toBe('Hello.')
    expect(withRecapStatement(undefined, undefined)).toBeUndefined()
  })

  test('counts the kinds of actions over all resources', () => {
    const att = {
      'https://app.example': { 'crud/update': [], 'crud/read': [], 'msg/send': [] },
      eip155: { 'request/eth_sign': [], bare: [] },
      none: 'all',
    }
    expect(withRecapStatement(undefined, [written({ att })])).toBe(
      `${opening} (1) 'crud': 'read', 'update' for 'https://app.example'. (2) 'msg': 'send' for 'https://app.example'. ` +
        "(3) 'request': 'eth_sign' for 'eip155'. (4) 'bare': '' for 'eip155'. .",
    )
  })
})
