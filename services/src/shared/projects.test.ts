import { isOriginAllowed, isOriginPattern } from 'latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createProjects, readProjects } from './projects.js'

const answer = (
  projects: Parameters<typeof createProjects>[0],
  request: { projectId?: string; origin?: string },
) => {
  const admission = createProjects(projects).admit({ projectId: undefined, origin: undefined, ...request })
  return 'project' in admission ? admission.project.id : [admission.refusal.status, admission.refusal.message]
}

describe('createProjects', () => {
  test('without configured projects every id is accepted, and a missing one is the open project', () => {
    expect(answer([], { projectId: 'anything' })).toBe('anything')
    expect(answer([], {})).toBe('open')
    expect(answer([], { projectId: 'a b' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer([], { projectId: 'x'.repeat(65) })).toEqual([401, 'Unauthorized: invalid key'])
  })

  test('with configured projects only their ids are accepted, and a missing id only with an open project', () => {
    const acme = { id: 'acme', origins: ['https://acme.example'] }
    expect(answer([acme], { projectId: 'acme' })).toBe('acme')
    expect(answer([acme], { projectId: 'other' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer([acme], { projectId: '__proto__' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer([acme], {})).toEqual([401, 'Project ID is missing'])
    expect(answer([acme, { id: 'open' }], {})).toBe('open')
  })

  test('a suspended project is refused like an unknown one', () => {
    const projects = [
      { id: 'acme', isSuspended: true },
      { id: 'other', isSuspended: false },
    ]
    expect(answer(projects, { projectId: 'acme' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer(projects, { projectId: 'other' })).toBe('other')
  })

  test.each(['Acme Shop', 'Café & Söhne', 'Web3 No. 1', "Bob's", '銀行'])(
    '%s is a name for mails',
    (name) => {
      expect(readProjects(JSON.stringify([{ id: 'acme', name }]))).toEqual([{ id: 'acme', name }])
    },
  )

  test.each([
    '',
    ' Acme',
    'evil.example',
    'See http://evil',
    'a\r\nBcc: x',
    'www evil',
    'x'.repeat(41),
    '<b>',
    'a@b',
  ])('error: %j is no name for mails', (name) => {
    expect(() => readProjects(JSON.stringify([{ id: 'acme', name }]))).toThrow(/name/)
  })

  test('a page must be on the list, other programs need not', () => {
    const acme = { id: 'acme', origins: ['https://acme.example'] }
    const request = (origin: string) => answer([acme], { projectId: 'acme', origin })
    expect(request('https://acme.example')).toBe('acme')
    expect(request('https://evil.example')).toEqual([403, 'Unauthorized: origin not allowed'])
    expect(request('null')).toEqual([403, 'Unauthorized: origin not allowed'])
    expect(request('http://localhost:5173')).toBe('acme')
  })
})

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
