import { describe, expect, test } from 'vitest'
import { scriptedProvider } from '../../testing/scriptedProvider.js'
import { readAnnouncement } from './readAnnouncement.js'

const provider = scriptedProvider({})
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Wallet', rdns: 'com.example', icon }

const read = (change: object) => readAnnouncement({ detail: { info: { ...info, ...change }, provider } })

test("returns the wallet's description of itself", () => {
  expect(read({})).toEqual({ ...info, provider, skeleton: expect.any(String) })
})

test.each([
  ['a name with controls and marks of direction', { name: ' \u202eMy\u0000Wallet\n' }, { name: 'My Wallet' }],
  ['a name without an end', { name: 'W'.repeat(100_000) }, { name: expect.stringMatching(/^.{1,64}$/) }],
  ['an rdns in capitals', { rdns: 'COM.Example' }, { rdns: 'com.example' }],
])('cleans for display: %s', (_, change, expected) => {
  expect(read(change)).toMatchObject(expected)
})

describe('the picture', () => {
  test.each([
    ['svg', icon],
    ['png', 'data:image/png;base64,iVBORw0KGgo='],
    ['webp', 'data:image/webp;base64,UklGRg=='],
    ['capitals', 'DATA:IMAGE/PNG;base64,iVBORw0KGgo='],
  ])('%s is taken', (_, picture) => {
    expect(read({ icon: picture })?.icon).toBe(picture)
  })

  test.each([
    ['of 5 MB', `data:image/png;base64,${'A'.repeat(5_000_000)}`],
    ['on a server, which would learn of the visitor', 'http://tracker.invalid/icon.png'],
    ['on a server, by https', 'https://tracker.invalid/icon.png'],
    ['that is a page', 'data:text/html,<script>alert(1)</script>'],
    ['that is a script', 'javascript:alert(1)'],
    ['that is no text', 7],
    ['that is missing', undefined],
  ])('%s is left out, and the wallet is offered', (_, picture) => {
    expect(read({ icon: picture })).toMatchObject({ name: 'Wallet', icon: undefined })
  })
})

describe('is none', () => {
  test.each([
    ['without a uuid', { uuid: undefined }],
    ['with a uuid without an end', { uuid: 'a'.repeat(100_000) }],
    ['with a uuid that is no text', { uuid: {} }],
    ['without a name', { name: undefined }],
    ['with a name that nobody sees', { name: '\u200b\u0000 ' }],
    ['without an rdns', { rdns: undefined }],
    ['with an rdns that is an address', { rdns: 'https://example.com' }],
    ['with an rdns that is markup', { rdns: '<b>com.example</b>' }],
  ])('%s', (_, change) => {
    expect(read(change)).toBeUndefined()
  })

  const throwing = (name: string) =>
    Object.defineProperty({}, name, {
      get() {
        throw new Error('no')
      },
    })
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('no')
      },
    },
  )
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['an event without detail', {}],
    ['detail: null', { detail: null }],
    ['no info', { detail: { provider } }],
    ['no provider', { detail: { info } }],
    ['a provider that cannot be asked', { detail: { info, provider: {} } }],
    [
      'a provider whose `request` throws when it is read',
      { detail: { info, provider: throwing('request') } },
    ],
    ['a detail that throws when it is read', throwing('detail')],
    ['a name that throws when it is read', { detail: { info: throwing('uuid'), provider } }],
    ['an info that throws at everything', { detail: { info: hostile, provider } }],
    ['a detail that throws at everything', { detail: hostile }],
  ])('%s', (_, event) => {
    expect(readAnnouncement(event)).toBeUndefined()
  })
})

test('reads each field once, so that the checked value is the shown one', () => {
  const readings: string[] = []
  const turning = new Proxy(info, {
    get(target, field: keyof typeof info) {
      readings.push(field)
      return readings.filter((name) => name === field).length === 1 ? target[field] : 'javascript:alert(1)'
    },
  })
  expect(readAnnouncement({ detail: { info: turning, provider } })).toMatchObject(info)
  expect(readings).toEqual([...new Set(readings)])
})
