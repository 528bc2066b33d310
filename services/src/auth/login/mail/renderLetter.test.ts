import { describe, expect, test } from 'vitest'
import type { Project } from '../../../shared/projects.js'
import { placeOf } from '../placeOf.js'
import { browserOf } from './browserOf.js'
import type { Letter, Notice } from './Letter.js'
import { renderLetter } from './renderLetter.js'

const at = Date.UTC(2026, 0, 2, 13, 4, 5)
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const place = placeIn({ id: 'acme', name: 'Acme' })
const to = 'ann@mail.example'

function placeIn(project: Project, host = 'https://shop.example', userAgent = agent) {
  const header = (name: string) => (name === 'user-agent' ? userAgent : undefined)
  return placeOf({ project, client: '203.0.113.9', header }, host, at)
}

const types: Notice['type'][] = [
  ...(['device-added', 'way-added', 'way-removed', 'exported', 'recovered'] as const),
  ...(['custody-changed', 'session-ended', 'email-changed', 'deleted'] as const),
]
const url = 'https://wallet.example/login/confirm?link=abc'
const letters: [string, Letter][] = [
  ['a code', { kind: 'code', purpose: 'login', code: '004711', seconds: 300, place }],
  [
    'a code for the address that is left',
    { kind: 'code', purpose: 'update', code: '004711', seconds: 90, place },
  ],
  [
    'a code for the new address',
    { kind: 'code', purpose: 'update-next', code: '004711', seconds: 60, place },
  ],
  ['a link for a new device', { kind: 'device', url, seconds: 900, place }],
  ['no more codes', { kind: 'locked', url, app: 'Acme' }],
  ...types.map((type): [string, Letter] => [
    `a notice: ${type}`,
    { kind: 'notice', notice: { type, label: 'My phone' }, app: 'Acme', at },
  ]),
  ['a notice with its place', { kind: 'notice', notice: { type: 'device-added' }, app: 'Acme', at, place }],
]

test.each(letters)('%s says who asked, where and when, and what to do', (_, letter) => {
  const { subject, text } = renderLetter(letter, to)
  expect(`${subject}\n\n${text}`).toMatchSnapshot()
})

test.each(letters)('%s is the same in HTML, loads nothing, and shows no code in the subject', (_, letter) => {
  const { subject, text, html, ...rest } = renderLetter(letter, to)
  expect(rest).toEqual({ to })
  const plain = html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (__, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, '')
  for (const part of text.split('\n').filter((line) => !line.startsWith('https://')))
    expect(plain).toContain(part.replace(/:$/, '').replace(/\s+/g, ''))
  expect(html).not.toMatch(/<(script|img|link|iframe|form|object)|url\(|@import/i)
  expect(
    [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link?.startsWith('https://wallet')),
  ).not.toContain(false)
  expect(subject).not.toMatch(/\d|[\r\n]/)
})

describe('nothing that a stranger sends gets into a mail', () => {
  const hostile = 'Evil https://evil.example\r\nBcc: eve@evil.example\r\n\r\n<b>call +1 555</b> "x" \u202e'

  test('as a browser', () => {
    const { text, html, subject } = renderLetter(
      {
        kind: 'code',
        purpose: 'login',
        code: '004711',
        seconds: 300,
        place: placeIn({ id: 'a' }, undefined, hostile),
      },
      to,
    )
    for (const part of [text, html, subject]) expect(part).not.toMatch(/evil|Bcc|555|\u202e/i)
    expect(text).toContain('from an unknown browser, network 203.0.113.0/24')
  })

  test('as the name of a device: no signs that make a link or markup', () => {
    const notice = { type: 'way-added', label: hostile } as const
    const { text, html } = renderLetter({ kind: 'notice', notice, app: 'Acme', at }, to)
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.|https:\/\/evil|Bcc:|\u202e|<b>/i)
  })

  test('a project without a name is called by its page', () => {
    const { subject } = renderLetter(
      {
        kind: 'code',
        purpose: 'login',
        code: '004711',
        seconds: 300,
        place: placeIn({ id: 'a' }, 'http://localhost:5173'),
      },
      to,
    )
    expect(subject).toBe('Your code for localhost:5173')
  })
})

test.each([
  [agent, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['curl/8.0', 'an unknown browser'],
  [undefined, 'an unknown browser'],
  ['Firefox/'.repeat(100_000), 'Firefox'],
])('%s', (userAgent, name) => expect(browserOf(userAgent)).toBe(name))
