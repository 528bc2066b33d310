import { describe, expect, test } from 'vitest'
import { createContext } from './context.js'
import { pageOrigin } from './pageOrigin.js'

const originOf = (
  headers: { readonly [name: string]: string },
  { method = 'GET', publicOrigins = ['https://app.example'] } = {},
) => {
  const { settings } = createContext({ settings: { publicOrigins } })
  return pageOrigin({ method, header: (name) => headers[name] }, settings)
}
const same = { 'sec-fetch-site': 'same-origin' }

describe('the origin of a page', () => {
  test('is the `Origin` header that the browser sends', () => {
    expect(originOf({ origin: 'https://a.example' })).toBe('https://a.example')
    expect(originOf({ ...same, origin: 'null', host: 'app.example' })).toBe('null')
  })

  test("of a page on the services' own origin is the address they are reached under", () => {
    expect(originOf({ ...same, host: 'app.example' })).toBe('https://app.example')
    expect(originOf({ ...same, host: 'APP.example' }, { method: 'HEAD' })).toBe('https://app.example')
    expect(originOf({ ...same, host: 'localhost:8787' })).toBe('http://localhost:8787')
    expect(originOf({ ...same, host: '127.0.0.1:8787' })).toBe('http://127.0.0.1:8787')
    expect(originOf({ ...same, host: '[::1]:8787' })).toBe('http://[::1]:8787')
  })

  test("behind a proxy that changes `Host` is the page's own", () => {
    expect(originOf({ ...same, host: 'upstream:8787', referer: 'https://app.example/a?b' })).toBe(
      'https://app.example',
    )
    expect(originOf({ ...same, host: 'localhost:8787', referer: 'http://localhost:5173/' })).toBe(
      'http://localhost:5173',
    )
  })

  test('is undefined if a foreign name points at the services', () => {
    const host = 'evil.example:8787'
    expect(originOf({ ...same, host })).toBeUndefined()
    expect(originOf({ ...same, host, referer: `http://${host}/` })).toBeUndefined()
    expect(originOf({ ...same, host: 'localhost.evil.example' })).toBeUndefined()
    expect(originOf({ ...same, host: 'app.example.evil.example' })).toBeUndefined()
    expect(originOf({ ...same, host: 'app.example:444' })).toBeUndefined()
  })

  test('is undefined without a browser header, or where browsers always send `Origin`', () => {
    const host = 'app.example'
    expect(originOf(same)).toBeUndefined()
    expect(originOf({ host })).toBeUndefined()
    expect(originOf({ host, 'sec-fetch-site': 'cross-site' })).toBeUndefined()
    expect(originOf({ host, 'sec-fetch-site': 'same-site' })).toBeUndefined()
    expect(originOf({ host, 'sec-fetch-site': 'none' })).toBeUndefined()
    expect(originOf({ ...same, host }, { method: 'POST' })).toBeUndefined()
  })
})
