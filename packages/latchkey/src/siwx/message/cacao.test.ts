import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { expectations, messageOf, testStore } from '../testing.js'
import { verifySiwx } from '../verify/verifySiwx.js'
import { readCacao, toCacao } from './cacao.js'
import { formatSiwxMessage } from './formatSiwxMessage.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const everything = {
  statement: 'Welcome.',
  expirationTime: '2026-11-21T11:00:00Z',
  notBefore: '2026-11-21T09:00:00Z',
  requestId: 'r-1',
  resources: ['https://app.example/a'],
}

test('a signed message as an object, through JSON, and verified', async () => {
  const store = testStore()
  const message = messageOf({ address: account.address, ...everything }, store)
  const text = formatSiwxMessage(message)
  const cacao = toCacao(message, await account.signMessage({ message: text }), 'eip191')
  expect(cacao.h).toEqual({ t: 'eip4361' })
  expect(cacao.p.iss).toBe(`did:pkh:eip155:1:${account.address}`)
  const read = readCacao(JSON.parse(JSON.stringify(cacao)))
  expect(read?.message).toBe(text)
  const verified = await verifySiwx({
    message: read?.message,
    signature: read?.signature,
    expected: expectations(store),
  })
  expect(verified.account).toBe(`eip155:1:${account.address}`)
})

test('a signed message of another family', () => {
  const message = messageOf(
    {
      chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
    },
    testStore(),
  )
  const cacao = toCacao(message, 'signature', 'solana:signMessage')
  expect(cacao.h).toEqual({ t: 'caip122' })
  expect(readCacao(cacao)).toEqual({ message: formatSiwxMessage(message), signature: 'signature' })
})

test('a message with a scheme is refused', () => {
  const message = messageOf({ address: account.address, scheme: 'https' }, testStore())
  expect(() => toCacao(message, '0x', 'eip191')).toThrow(new TypeError('A CACAO has no place for `scheme`'))
})

describe('an object', () => {
  const { expirationTime: exp, notBefore: nbf, ...rest } = everything
  const h = { t: 'eip4361' }
  const p = {
    ...{
      domain: 'app.example',
      iss: `did:pkh:eip155:1:${account.address}`,
      aud: 'https://app.example/login',
    },
    ...{ version: '1', nonce: '32891756abcd', iat: '2026-11-21T10:00:00.000Z', nbf, exp, ...rest },
  }
  const s = { t: 'eip191', s: '0x00' }

  test.each(['eip4361', 'caip122', 'solana-caip122', 'bip122-caip122', 'polkadot-caip122'])(
    'an object of the format %s is valid',
    (t) => {
      expect(readCacao({ h: { t }, p, s })).toMatchObject({ signature: '0x00' })
    },
  )

  test('the number 1 as version, and null for what is absent, are taken', () => {
    const { statement, ...rest } = p
    expect(readCacao({ h, p: { ...rest, statement: null, version: 1 }, s })?.message).not.toContain(statement)
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'cacao'],
    ['without a header', { p, s }],
    ['of another format', { h: { t: 'ucan' }, p, s }],
    ['without a payload', { h, s }],
    ['without a signature', { h, p }],
    ['a signature that is no text', { h, p, s: { t: 'eip191', s: 7 } }],
    ['an issuer that is no DID', { h, p: { ...p, iss: `eip155:1:${account.address}` }, s }],
    ['an issuer of another method', { h, p: { ...p, iss: `did:key:eip155:1:${account.address}` }, s }],
    ['an issuer without an account', { h, p: { ...p, iss: 'did:pkh:eip155:1' }, s }],
    ['without an issuer', { h, p: { ...p, iss: undefined }, s }],
    ['a line break in the statement', { h, p: { ...p, statement: 'a\nURI: https://evil.example' }, s }],
    ['a number for a nonce', { h, p: { ...p, nonce: 12345678 }, s }],
    ['without a domain', { h, p: { ...p, domain: undefined }, s }],
    ['version 2', { h, p: { ...p, version: '2' }, s }],
    ['resources that are no list', { h, p: { ...p, resources: 'https://a.example' }, s }],
    ['a resource that is no text', { h, p: { ...p, resources: [7] }, s }],
  ])('error: %s', (_, value) => {
    expect(readCacao(value)).toBeUndefined()
  })
})
