import { describe, expect, test } from 'vitest'
import {
  addressPatternOf,
  isDomain,
  isNonce,
  isRequestId,
  isScheme,
  isStatement,
  isTime,
  isUri,
} from './grammar.js'

/** Which of these texts a check accepts. */
const accepted = (check: (text: string) => boolean, texts: readonly string[]) => texts.filter(check)

const long = (length: number) => 'a'.repeat(length)

test('a domain is a host, with a port or without', () => {
  const good = ['a', 'ab', '7', 'a-b.c-d', 'App.Example', 'localhost:1', '1.2.3.4:65535', long(253)]
  expect(accepted(isDomain, good)).toEqual(good)
  const bad = ['', '.a', 'a.', '-a', 'a-', long(254), 'a:', ':1', 'a:123456', 'a:x', 'a:1:2', 'me@a', 'a/b']
  expect(accepted(isDomain, [...bad, ' a', 'a ', 'a b', 'ä.example', 'a\n'])).toEqual([])
})

test('a scheme begins with a letter and has at most 32 characters', () => {
  const good = ['a', 'https', 'HTTP', 'app+x.y-1', long(32)]
  expect(accepted(isScheme, good)).toEqual(good)
  expect(accepted(isScheme, ['', '1a', '-a', '+a', long(33), 'a:', 'a_b', ' a', 'a ', 'ä'])).toEqual([])
})

describe('a URI', () => {
  const good = [
    ...['https://app.example', 'https://app.example/', 'HTTP://app.example:8443/a//b/?c=d/?&e=%20#f/?%2F'],
    ...[
      'http://',
      'http://:80',
      'http://me:pass@app.example:80',
      'http://me%20you@app%2E.example',
      'file:///a',
    ],
    ...['did:key:z6Mk', 'urn:a:b@c', 'a:', 'a:/', 'a:/b/c/', 'a:b//c', 'a:?q', 'a:#f', 'a+b.c-1:d'],
    "a:A-Za-z0-9-._~!$&'()*+,;=:@",
  ]
  const bad = [
    ...['', 'a', '/login', '//app.example', '://x', '1a:b', '+a:b', 'ä:b', ' a:b', 'a:b ', 'a:b c', 'a:b\n'],
    ...['a:%', 'a:%0', 'a:%zz', 'a:%0g', 'a:b%', 'http://a%/', 'http://a/%', 'http://a?%', 'http://a#%'],
    ...[
      'http://[::1]/',
      'http://a:b',
      'http://a:80:80',
      'http://a@b@c',
      'a:b#c#d',
      'a:<b>',
      'a:"',
      'a:{}',
      'a:\\',
    ],
    ...['a:^', 'a:|', 'a:`', 'http://a/<', 'http://a?<', 'http://a#<', 'http://<', 'http://<@a', 'a:ä'],
  ]

  test('is one of RFC 3986, without IPv6 literals', () => {
    expect(accepted(isUri, good)).toEqual(good)
    expect(accepted(isUri, bad)).toEqual([])
  })

  test('has at most 2,048 characters', () => {
    expect([2_048, 2_049].map((length) => isUri(`a:${long(length - 2)}`))).toEqual([true, false])
  })
})

test('a statement is one line of the characters that ERC-4361 allows', () => {
  const good = ['a', ' ', "AZaz09-._~:/?#[]@!$&'()*+,;= "]
  expect(accepted(isStatement, good)).toEqual(good)
  const others = ['"', '%', '<', '>', '\\', '^', '`', '{', '|', '}', '\n', '\r', '\t', '\u007f', 'é']
  const texts = others.flatMap((one) => [one, `a${one}`, `${one}a`, `a${one}a`])
  expect(accepted(isStatement, ['', ...texts])).toEqual([])
})

test('a nonce has 8 to 128 letters and digits', () => {
  const good = ['12345678', 'abcdEFGH', long(128)]
  expect(accepted(isNonce, good)).toEqual(good)
  expect(accepted(isNonce, ['', '1234567', long(129), '-12345678', '12345678-', '1234 5678'])).toEqual([])
})

test('a request id is what a path of a URI may have between slashes, and not empty', () => {
  const good = ['a', "a.b_c~d!$&'()*+,;=:@%20"]
  expect(accepted(isRequestId, good)).toEqual(good)
  expect(accepted(isRequestId, ['', 'a/b', '/a', 'a?', '#a', 'a b', 'a%', 'a%0', '"a', 'a"'])).toEqual([])
})

describe('a time', () => {
  test('is one of RFC 3339, in capitals', () => {
    const good = [
      ...['2026-11-21T10:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-10-09T19:19:19Z'],
      ...['2026-11-21T10:00:00.1Z', '2026-11-21T10:00:00.123456789Z', '2026-01-30T20:59:00+00:00'],
      ...['2026-11-21T23:59:59-23:59', '2026-11-21T09:05:07+19:30', '2028-02-29T00:00:00Z'],
    ]
    expect(accepted(isTime, good)).toEqual(good)
  })

  test.each([
    ...['', '2026-11-21', '2026-11-21T10:00Z', '2026-11-21T10:00:00', '2026-11-21 10:00:00Z'],
    ...['2026-11-21t10:00:00Z', '2026-11-21T10:00:00z', ' 2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z '],
    ...['0000-01-01T00:00:00Z', '226-11-21T10:00:00Z', '12026-11-21T10:00:00Z', '+002026-11-21T10:00:00Z'],
    ...['2026-00-21T10:00:00Z', '2026-13-21T10:00:00Z', '2026-20-21T10:00:00Z', '2026-1-21T10:00:00Z'],
    ...['2026-11-00T10:00:00Z', '2026-12-32T10:00:00Z', '2026-11-40T10:00:00Z', '2026-11-1T10:00:00Z'],
    ...['2026-11-31T10:00:00Z', '2026-02-29T10:00:00Z', '2026-02-30T10:00:00Z', '2100-02-29T10:00:00Z'],
    ...['2026-11-21T24:00:00Z', '2026-11-21T30:00:00Z', '2026-11-21T1:00:00Z', '2026-11-21T10:60:00Z'],
    ...['2026-11-21T10:0:00Z', '2026-11-21T10:00:60Z', '2026-11-21T10:00:0Z', '2026-11-21T10:00:00.Z'],
    ...['2026-11-21T10:00:00.1234567890Z', '2026-11-21T10:00:00,1Z', '2026-11-21T10:00:00.xZ'],
    ...['2026-11-21T10:00:00+24:00', '2026-11-21T10:00:00+30:00', '2026-11-21T10:00:00+10:60'],
    ...['2026-11-21T10:00:00+1000', '2026-11-21T10:00:00+10:0', '2026-11-21T10:00:00+1:00'],
    ...['2026-11-21T10:00:00*10:00', '2026-11-21T10:00:00+10:00Z', '2026-11-21T10:00:00+xx:00'],
    ...['xxxx-11-21T10:00:00Z', '2026-1x-21T10:00:00Z', '2026-11-2xT10:00:00Z', '2026-11-21T1x:00:00Z'],
    ...[
      '2026-11-21T10:0x:00Z',
      '2026-11-21T10:00:0xZ',
      '2026-11-21T10:00:00+1x:00',
      '2026-11-21T10:00:00+10:0x',
    ],
  ])('%j is none', (text) => {
    expect(isTime(text)).toBe(false)
  })
})

describe('an address', () => {
  const base58 = (length: number) => 'z'.repeat(length)
  const good: readonly (readonly [string, readonly string[]])[] = [
    ['eip155', [`0x${'0aF'.repeat(13)}9`]],
    ['solana', [base58(32), base58(44), '123456789ABCDEFGHJKLMNPQRSTUVWXYZabc']],
    [
      'bip122',
      [
        ...['1', '3', 'm', 'n', '2'].flatMap((first) => [first + base58(25), first + base58(34)]),
        ...['bc', 'tb', 'bcrt'].flatMap((part) => [`${part}1${'q'.repeat(11)}`, `${part}1${'0'.repeat(87)}`]),
      ],
    ],
    ['polkadot', [base58(46), base58(49)]],
    ['toy', ['a', '-.%aZ09', long(128)]],
  ]
  const bad: readonly (readonly [string, readonly string[]])[] = [
    ['eip155', [`0x${'a'.repeat(39)}`, `0x${'a'.repeat(41)}`, `0X${'a'.repeat(40)}`, `x0x${'a'.repeat(40)}`]],
    ['eip155', [`0x${'g'.repeat(40)}`, long(40), '']],
    [
      'solana',
      [base58(31), base58(45), `${base58(32)}0`, `O${base58(32)}`, `${base58(32)}l`, `I${base58(32)}`],
    ],
    ['bip122', [`1${base58(24)}`, `1${base58(35)}`, `4${base58(30)}`, `1${base58(30)}0`, `x1${base58(30)}`]],
    [
      'bip122',
      [`bc1${'q'.repeat(10)}`, `bc1${'q'.repeat(88)}`, `BC1${'q'.repeat(39)}`, `xbc1${'q'.repeat(39)}`],
    ],
    ['bip122', ['1', 'b', 'i', 'o'].map((other) => `bc1${'q'.repeat(20)}${other}`)],
    ['polkadot', [base58(45), base58(50), `${base58(46)}0`, `0${base58(46)}`]],
    ['toy', ['', long(129), 'a b', ' a', 'a/', ':a', 'ä']],
  ]

  test.each(good)('of %s', (namespace, texts) => {
    expect(texts.filter((text) => !addressPatternOf(namespace).test(text))).toEqual([])
  })

  test.each(bad)('of %s is none of %j', (namespace, texts) => {
    expect(texts.filter((text) => addressPatternOf(namespace).test(text))).toEqual([])
  })
})
