import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomKey, topicOf } from '../crypto/keys.js'
import { fromUtf8, toBase64, toBase64Url, toHex } from '../encoding.js'
import { vectors } from '../testing/vectors.js'
import { formatPairingUri, parsePairingUri } from './pairingUri.js'

const { topic, symKey, uri } = vectors
const plain = `wc:${topic}@2?relay-protocol=irn&symKey=${symKey}`
const relayUrl = 'wss://relay.example.org/relay'

describe('formatPairingUri', () => {
  test('the link of the test vectors', () => {
    expect(
      formatPairingUri({ topic, symKey, expiresAt: 1705667684_000, methods: ['wc_sessionAuthenticate'] }),
    ).toBe(uri)
  })

  test('puts the relay after its protocol', () => {
    expect(formatPairingUri({ topic, symKey, methods: [], relayUrl })).toBe(
      `wc:${topic}@2?relay-protocol=irn&relay-data=${toHex(fromUtf8(relayUrl))}&symKey=${symKey}`,
    )
  })

  test('round-trips', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e10 }),
        fc.array(fc.constantFrom('wc_sessionAuthenticate', 'wc_sessionPropose'), { maxLength: 2 }),
        fc.option(
          fc.webUrl().map((url) => url.replace(/^http/, 'ws')),
          { nil: undefined },
        ),
        (seconds, methods, url) => {
          const key = randomKey()
          const link = { topic: topicOf(key), symKey: key, expiresAt: seconds * 1000, methods }
          expect(parsePairingUri(formatPairingUri({ ...link, relayUrl: url }))).toMatchObject(link)
        },
      ),
      { numRuns: Number(process.env.LONG_RUNS ?? 30) },
    )
  })
})

describe('parsePairingUri', () => {
  test('the link of the test vectors', () => {
    expect(parsePairingUri(uri)).toEqual({
      topic,
      symKey,
      expiresAt: 1705667684_000,
      methods: ['wc_sessionAuthenticate'],
      relayUrl: undefined,
    })
  })

  test.each([
    ['without an expiry', plain],
    ['wc:/', plain.replace('wc:', 'wc:/')],
    ['wc://', plain.replace('wc:', 'wc://')],
    ['upper-case scheme', plain.replace('wc:', 'WC:')],
    ['upper-case hex', plain.replace(topic, topic.toUpperCase()).replace(symKey, symKey.toUpperCase())],
    ['parameters in another order', `wc:${topic}@2?symKey=${symKey}&relay-protocol=irn`],
    ['unknown parameters', `${plain}&bridge=x&sessionTopic=&=&`],
    ['white space around', `  ${plain}\n`],
    ['base64', toBase64(fromUtf8(plain))],
    ['base64url', toBase64Url(fromUtf8(plain))],
    ["a wallet's universal link", `https://wallet.example/wc?uri=${encodeURIComponent(plain)}`],
    ["a wallet's own scheme", `wallet://wc?uri=${encodeURIComponent(plain)}`],
    ["a wallet's link with wc: in it", `https://wallet.example/wc:?uri=${encodeURIComponent(plain)}`],
    ['relay-data that is no URL', `${plain}&relay-data=ff`],
    ['relay-data of another kind', `${plain}&relay-data=${toHex(fromUtf8('https://a.example'))}`],
  ])('accepts: %s', (_, text) => {
    expect(parsePairingUri(text)).toEqual({
      topic,
      symKey,
      expiresAt: undefined,
      methods: [],
      relayUrl: undefined,
    })
  })

  test.each([
    ['wc_sessionPropose,wc_sessionRequest', ['wc_sessionPropose', 'wc_sessionRequest']],
    [
      '[wc_sessionPropose],[wc_authRequest,wc_authBatchRequest]',
      ['wc_sessionPropose', 'wc_authRequest', 'wc_authBatchRequest'],
    ],
    ['', []],
  ])('methods %s', (text, methods) => {
    expect(parsePairingUri(`${plain}&methods=${encodeURIComponent(text)}`)?.methods).toEqual(methods)
  })

  test("accepts a topic that is not the key's hash, as native apps create it", () => {
    const random = vectors.responseTopicA
    expect(parsePairingUri(plain.replace(topic, random))).toMatchObject({ topic: random, symKey })
  })

  test.each([relayUrl, 'ws://localhost:4600/'])("returns the app's relay: %s", (url) => {
    expect(parsePairingUri(`${plain}&relay-data=${toHex(fromUtf8(url))}`)?.relayUrl).toBe(url)
  })

  test('a link is 4,096 characters long at most', () => {
    const longest = `${plain}&x=`.padEnd(4096, 'x')
    expect(parsePairingUri(longest)).toMatchObject({ topic, symKey })
    expect(parsePairingUri(`${longest}x`)).toBeUndefined()
  })

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['version 1', plain.replace('@2', '@1')],
    ['no version', plain.replace('@2', '')],
    ['no query', `wc:${topic}@2`],
    ['a short topic', plain.replace(topic, topic.slice(2))],
    ['no key', `wc:${topic}@2?relay-protocol=irn`],
    ['a short key', plain.replace(symKey, symKey.slice(2))],
    ['a key that is no hex', plain.replace(symKey, 'x'.repeat(64))],
    ['another relay protocol', plain.replace('irn', 'waku')],
    ['no relay protocol', plain.replace('relay-protocol=irn&', '')],
    ['an expiry that is no number', `${plain}&expiryTimestamp=soon`],
    ['more than a link', `${plain}\n&x=1`],
    ['base64 of more than a link', toBase64(fromUtf8(`x${plain}`))],
    ["a wallet's link with another link", `wallet://wc?uri=${encodeURIComponent(`x${plain}`)}`],
    ['another scheme', plain.replace('wc:', 'javascript:')],
    ['a wallet link that only opens the wallet', 'wallet://wc?requestId=1&sessionTopic=2'],
    ['the old form without a key', 'wc:00e46b69-d0cc-4b3e-b6a2-cee442f97188@1'],
    ['a link longer than any', `${plain}&x=${'x'.repeat(5000)}`],
  ])('refuses: %s', (_, text) => {
    expect(parsePairingUri(text)).toBeUndefined()
  })

  test('never throws for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((tail) => `${plain}&relay-data=${tail}`),
        ),
        (text) => {
          parsePairingUri(text)
        },
      ),
    )
  })
})
