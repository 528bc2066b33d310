import { describe, expect, test } from 'vitest'
import { isOriginAllowed, isOriginPattern } from './origins.js'

describe('isOriginAllowed', () => {
  test.each([
    ['https://app.example', 'https://app.example', true],
    ['https://app.example', 'http://app.example', false],
    ['https://app.example', 'https://app.example:8443', true],
    ['https://app.example:8443', 'https://app.example:8443', true],
    ['https://app.example:8443', 'https://app.example', false],
    ['https://app.example:443', 'https://app.example', true],
    ['app.example', 'http://app.example', true],
    ['app.example', 'https://app.example.evil.example', false],
    ['app.example', 'https://evil-app.example', false],
    ['app.example', 'https://sub.app.example', false],
    ['*.app.example', 'https://sub.app.example', true],
    ['*.app.example', 'https://a.sub.app.example', false],
    ['*.app.example', 'https://app.example', false],
    ['https://*.*.example', 'https://a.b.example', true],
    ['app.example', 'https://app.example@evil.example', false],
    ['app.example', 'http://127.0.0.1:3000', true],
    ['app.example', 'https://sub.localhost', true],
    ['app.example', 'https://localhost.evil.example', false],
    ['http://app.example', 'http://app.example', true],
    ['http://app.example', 'https://app.example', false],
    ['app.example:80', 'http://app.example', true],
    ['app.example:80', 'https://app.example', false],
    ['app.example:80', 'http://app.example:8080', false],
    ['[2001:db8::1]', 'https://[2001:db8::1]', true],
    ['[2001:db8::1]:8443', 'https://[2001:db8::1]', false],
    ['[2001:db8::1]', 'https://[2001:db8::2]', false],
    ['*', 'https://example', true],
    ['*', 'https://app.example', false],
    ['app.example', 'https://xlocalhost', false],
    ['app.example', 'https://a.127.0.0.1.example', false],
    ['ftp://app.example', 'https://app.example', false],
    ['', 'https://app.example', false],
    ['app.example', 'null', false],
    ['app.example', '', false],
  ])('%s lets in %s: %s', (pattern, origin, isAllowed) => {
    expect(isOriginAllowed(origin, [pattern])).toBe(isAllowed)
  })

  test('one pattern of a list is enough, and none of an empty one is', () => {
    expect(isOriginAllowed('https://b.example', ['a.example', 'b.example'])).toBe(true)
    expect(isOriginAllowed('https://c.example', ['a.example', 'b.example'])).toBe(false)
    expect(isOriginAllowed('https://a.example', [])).toBe(false)
  })

  test('a scheme, a port, and an IPv6 address may be in a pattern', () => {
    const patterns = [
      'http://a.example',
      'https://a.example:8443',
      'a.example:65535',
      '[2001:db8::1]',
      '[::1]:80',
    ]
    expect(patterns.filter((text) => !isOriginPattern(text))).toEqual([])
    for (const text of ['a.example:123456', '[2001:db8::g]', 'xhttps://a', 'https//a', '[]'])
      expect([text, isOriginPattern(text)]).toEqual([text, false])
  })

  test('a path, a star within a label, or an empty text is no pattern', () => {
    for (const text of ['https://a/b', 'a*.example', 'https://', '*', '', 'ftp://a', 'a..b', 'A.example']) {
      expect([text, isOriginPattern(text)]).toEqual([text, text === '*'])
    }
  })
})
