import { secp256k1 } from '@noble/curves/secp256k1.js'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { formatSiwxMessage } from '../message/formatSiwxMessage.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { expectations, messageOf, now, testStore } from '../testing.js'
import { createNonce, memoryNonceStore } from './nonces.js'
import { SiwxError } from './SiwxError.js'
import { verifySiwx } from './verifySiwx.js'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const minute = 60_000
const iso = (time: number) => new Date(time).toISOString()

async function signed(more: Partial<SiwxMessage> = {}, store = testStore()) {
  const text = formatSiwxMessage(messageOf({ address: account.address, ...more }, store))
  return { text, store, signature: await account.signMessage({ message: text }) }
}

async function reasonOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(error instanceof SiwxError)) throw new Error('was not refused', { cause: error })
  expect(error.message).toBe('The sign-in could not be verified.')
  expect(JSON.stringify(error)).not.toContain(error.reason)
  return error.reason
}

test('an expected message returns who signed, and what', async () => {
  const { text, store, signature } = await signed({ statement: 'Welcome.' })
  const { account: who, message } = await verifySiwx({
    message: text,
    signature,
    expected: expectations(store),
  })
  expect(who).toBe(`eip155:1:${account.address}`)
  expect(message.statement).toBe('Welcome.')
})

describe('every expectation must be given', () => {
  test.each<[keyof verifySiwx.Expectations, unknown]>([
    ['domain', undefined],
    ['domain', ''],
    ['domain', 'https://app.example'],
    ['scheme', undefined],
    ['scheme', 'ftp'],
    ['nonceStore', undefined],
    ['nonceStore', {}],
    ['chainIds', undefined],
    ['chainIds', []],
    ['maxAge', undefined],
    ['maxAge', 0],
    ['maxAge', Number.NaN],
    ['maxAge', '600000'],
    ['now', Number.NaN],
  ])('%s: %j is not an expectation', async (name, value) => {
    const { text, store, signature } = await signed()
    const expected = { ...expectations(store), [name]: value } as unknown as verifySiwx.Expectations
    const attempt = verifySiwx({ message: text, signature, expected })
    await expect(attempt).rejects.toThrow(TypeError)
    await expect(attempt).rejects.toThrow(`expected.${name}`)
    // Nothing was used up by a server that is not set up.
    await expect(
      verifySiwx({ message: text, signature, expected: expectations(store) }),
    ).resolves.toBeDefined()
  })

  test('the error names all that are missing', async () => {
    const expected = { ...expectations(testStore()), domain: '', chainIds: [] }
    await expect(verifySiwx({ message: '', signature: '', expected })).rejects.toThrow(
      new TypeError(
        'verifySiwx needs `expected.domain`, a host, not an address; `expected.chainIds`, one at least',
      ),
    )
  })

  test("except the time, which is the server's own", async () => {
    const { text, store, signature } = await signed({ issuedAt: new Date().toISOString() })
    const expected = expectations(store, { now: undefined })
    await expect(verifySiwx({ message: text, signature, expected })).resolves.toBeDefined()
  })

  test('the type requires them too', async () => {
    const { domain, scheme, nonceStore, chainIds, maxAge } = expectations(testStore())
    const incomplete: verifySiwx.Expectations[] = [
      // @ts-expect-error
      { scheme, nonceStore, chainIds, maxAge },
      // @ts-expect-error
      { domain, nonceStore, chainIds, maxAge },
      // @ts-expect-error
      { domain, scheme, chainIds, maxAge },
      // @ts-expect-error
      { domain, scheme, nonceStore, maxAge },
      // @ts-expect-error
      { domain, scheme, nonceStore, chainIds },
    ]
    for (const expected of incomplete) {
      await expect(verifySiwx({ message: '', signature: '', expected })).rejects.toThrow(TypeError)
    }
    // @ts-expect-error
    await expect(verifySiwx({ message: '', signature: '' })).rejects.toThrow(TypeError)
  })
})

describe('an unexpected message is refused, and its nonce is used up', () => {
  test.each<[string, Partial<SiwxMessage>, Partial<verifySiwx.Expectations>, string]>([
    ['another domain', { domain: 'evil.example', uri: 'https://app.example' }, {}, 'DOMAIN_MISMATCH'],
    ['a domain within ours', { domain: 'x.app.example' }, {}, 'DOMAIN_MISMATCH'],
    ['our domain in capitals', { domain: 'APP.example' }, {}, 'DOMAIN_MISMATCH'],
    ['another port', { domain: 'app.example:8443' }, {}, 'DOMAIN_MISMATCH'],
    ['our domain without its port', {}, { domain: 'app.example:8443' }, 'DOMAIN_MISMATCH'],
    ['a host that messages have no form for', {}, { domain: '[::1]:3000' }, 'DOMAIN_MISMATCH'],
    ['another scheme', { scheme: 'http' }, {}, 'SCHEME_MISMATCH'],
    ['a URI of another origin', { uri: 'https://evil.example/login' }, {}, 'URI_MISMATCH'],
    ['a URI of another scheme', { uri: 'http://app.example/login' }, {}, 'URI_MISMATCH'],
    ['a URI that is no address', { uri: 'urn:app.example' }, {}, 'URI_MISMATCH'],
    ['a URI that is not the one', {}, { uri: 'https://app.example/other' }, 'URI_MISMATCH'],
    ['another chain', { chainId: 'eip155:10' }, {}, 'CHAIN_NOT_ALLOWED'],
    ['another account', {}, { address: `0x${'0'.repeat(40)}` }, 'ADDRESS_MISMATCH'],
    ['issued two minutes from now', { issuedAt: iso(now + 2 * minute) }, {}, 'ISSUED_IN_FUTURE'],
    ['issued 11 minutes ago', { issuedAt: iso(now - 11 * minute) }, {}, 'TOO_OLD'],
    ['expired now', { expirationTime: iso(now) }, {}, 'EXPIRED'],
    ['valid in a second', { notBefore: iso(now + 1_000) }, {}, 'NOT_YET_VALID'],
  ])('%s', async (_, more, expected, reason) => {
    const { text, store, signature } = await signed(more)
    const attempt = () => verifySiwx({ message: text, signature, expected: expectations(store, expected) })
    expect(await reasonOf(attempt())).toBe(reason)
    expect(await reasonOf(attempt())).toBe('NONCE_UNKNOWN')
  })

  test.each<[string, Partial<SiwxMessage>]>([
    ['the scheme of the page', { scheme: 'https' }],
    ['issued half a minute from now', { issuedAt: iso(now + minute / 2) }],
    ['issued nine minutes ago, in another zone', { issuedAt: '2026-11-21T11:51:00+02:00' }],
    ['issued ten minutes ago', { issuedAt: iso(now - 10 * minute) }],
    ['issued a minute from now', { issuedAt: iso(now + minute) }],
    ['expires in a second', { expirationTime: iso(now + 1_000) }],
    ['valid since now', { notBefore: iso(now) }],
  ])('but not: %s', async (_, more) => {
    const { text, store, signature } = await signed(more)
    await expect(
      verifySiwx({ message: text, signature, expected: expectations(store) }),
    ).resolves.toBeDefined()
  })
})

describe('nonces', () => {
  test('one that was not issued is refused', async () => {
    const { text, signature } = await signed()
    expect(
      await reasonOf(verifySiwx({ message: text, signature, expected: expectations(testStore()) })),
    ).toBe('NONCE_UNKNOWN')
  })

  test('of 200 simultaneous uses of one, one succeeds', async () => {
    const { text, store, signature } = await signed()
    const attempts = Array.from({ length: 200 }, () =>
      verifySiwx({ message: text, signature, expected: expectations(store) }).then(
        () => true,
        () => false,
      ),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
  })

  test('one is valid for five minutes', async () => {
    let time = now
    const store = memoryNonceStore({ now: () => time })
    const { text, signature } = await signed({}, store)
    time += 5 * minute
    expect(await reasonOf(verifySiwx({ message: text, signature, expected: expectations(store) }))).toBe(
      'NONCE_UNKNOWN',
    )
  })

  test('one is valid until the last millisecond, once, and not for another binding', async () => {
    let time = now
    const store = memoryNonceStore({ now: () => time, lifetime: 1_000 })
    for (const nonce of ['last', 'late', 'bound', 'tried'])
      await store.add(nonce, nonce === 'bound' ? 'x' : undefined)
    expect(await store.consume('tried', 'x')).toBe(false)
    expect(await store.consume('tried')).toBe(false)
    time += 999
    expect(await store.consume('last')).toBe(true)
    expect(await store.consume('last')).toBe(false)
    expect(await store.consume('bound', 'x')).toBe(true)
    time += 1
    expect(await store.consume('late')).toBe(false)
  })

  test('a default store keeps 100,000, and expired ones make room', async () => {
    let time = now
    const store = memoryNonceStore({ now: () => time })
    for (let index = 0; index < 100_000; index++) store.add(String(index))
    expect(await store.consume('0')).toBe(true)
    store.add('0')
    store.add('one more')
    expect(await store.consume('1')).toBe(false)
    expect(await store.consume('2')).toBe(true)
    time += 5 * minute
    const small = memoryNonceStore({ now: () => time, limit: 2, lifetime: 1_000 })
    small.add('old')
    time += 1_000
    small.add('new')
    small.add('newer')
    expect(await small.consume('new')).toBe(true)
    expect(await small.consume('newer')).toBe(true)
  })

  test('a nonce is valid only with the binding that it was added with', async () => {
    const store = testStore()
    const { text, signature } = await signed({ nonce: createNonce() }, store)
    const other = expectations(store, { nonceBinding: 'another session' })
    expect(await reasonOf(verifySiwx({ message: text, signature, expected: other }))).toBe('NONCE_UNKNOWN')
  })

  test('has 128 random bits', () => {
    const nonces = new Set(Array.from({ length: 1_000 }, createNonce))
    expect(nonces.size).toBe(1_000)
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  })

  test('the store keeps no more than its limit, the newest of them', async () => {
    const store = memoryNonceStore({ limit: 3, now: () => now })
    for (const nonce of ['a', 'b', 'c', 'd']) await store.add(nonce)
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((nonce) => store.consume(nonce)))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })
})

describe('signatures of keys', () => {
  const order = secp256k1.Point.CURVE().n

  test.each<[string, (signature: string) => unknown]>([
    ['of another key', (signature) => `0x${signature.startsWith('0x0') ? 1 : 0}${signature.slice(3)}`],
    [
      'with the high s of the two',
      (signature) => {
        const s = order - BigInt(`0x${signature.slice(66, 130)}`)
        const v = signature.endsWith('1b') ? '1c' : '1b'
        return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
      },
    ],
    ['with s = 0', (signature) => `${signature.slice(0, 66)}${'0'.repeat(64)}1b`],
    ['with r = 0', (signature) => `0x${'0'.repeat(64)}${signature.slice(66)}`],
    ['with v = 29', (signature) => `${signature.slice(0, 130)}1d`],
    ['in the short form', (signature) => signature.slice(0, 130)],
    ['with a byte more', (signature) => `${signature}00`],
    ['all zeros', () => `0x${'0'.repeat(130)}`],
  ])('%s: invalid', async (_, change) => {
    const { text, store, signature } = await signed()
    const attempt = verifySiwx({ message: text, signature: change(signature), expected: expectations(store) })
    expect(await reasonOf(attempt)).toBe('SIGNATURE_INVALID')
  })

  test.each([undefined, null, 7, '', '0x', '0xzz', 'x'.repeat(130), `0x${'00'.repeat(8193)}`, {}, []])(
    '%o is none',
    async (signature) => {
      const { text, store } = await signed()
      const attempt = verifySiwx({ message: text, signature, expected: expectations(store) })
      expect(await reasonOf(attempt)).toBe('SIGNATURE_MALFORMED')
    },
  )

  test('a list that contains the signature is refused', async () => {
    const { text, store, signature } = await signed()
    const attempt = verifySiwx({ message: text, signature: [signature], expected: expectations(store) })
    expect(await reasonOf(attempt)).toBe('SIGNATURE_MALFORMED')
  })

  test('v may be 0 and 1 too', async () => {
    const { text, store, signature } = await signed()
    const short = `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`
    await expect(
      verifySiwx({ message: text, signature: short, expected: expectations(store) }),
    ).resolves.toBeDefined()
  })

  test('the address must have its checksum', async () => {
    const { text, store, signature } = await signed({ address: account.address.toLowerCase() })
    expect(await reasonOf(verifySiwx({ message: text, signature, expected: expectations(store) }))).toBe(
      'MESSAGE_INVALID',
    )
  })
})

test('a request without a signature also uses up its nonce', async () => {
  const { text, store, signature } = await signed()
  const attempt = (given: unknown) =>
    verifySiwx({ message: text, signature: given, expected: expectations(store) })
  expect(await reasonOf(attempt(undefined))).toBe('SIGNATURE_MALFORMED')
  expect(await reasonOf(attempt(signature))).toBe('NONCE_UNKNOWN')
})

test('a page in clear text, and a URI that is the one', async () => {
  const { text, store, signature } = await signed({ uri: 'http://app.example/login' })
  const expected = expectations(store, { scheme: 'http' })
  await expect(verifySiwx({ message: text, signature, expected })).resolves.toBeDefined()
  const other = await signed({ uri: 'urn:app.example' })
  const exact = expectations(other.store, { uri: 'urn:app.example' })
  await expect(
    verifySiwx({ message: other.text, signature: other.signature, expected: exact }),
  ).resolves.toBeDefined()
})

test('a URI without an origin is not of a page without one', async () => {
  const domain = 'localhost:99999'
  for (const uri of ['urn:app.example', `https://${domain}/`]) {
    const { text, store, signature } = await signed({ domain, uri })
    const attempt = verifySiwx({ message: text, signature, expected: expectations(store, { domain }) })
    expect(await reasonOf(attempt)).toBe('URI_MISMATCH')
  }
})

test.each([undefined, null, 7, '', 'hello', {}, 'x'.repeat(9_000)])('%o is no message', async (message) => {
  const attempt = verifySiwx({ message, signature: '0x', expected: expectations(testStore()) })
  expect(await reasonOf(attempt)).toBe('MESSAGE_INVALID')
})

test('a refusal has a cause only if an error caused it', () => {
  expect(new SiwxError('TOO_OLD').name).toBe('SiwxError')
  expect('cause' in new SiwxError('TOO_OLD')).toBe(false)
  expect(new SiwxError('CHAIN_UNREACHABLE', 'no node').cause).toBe('no node')
})
