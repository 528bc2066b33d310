import { describe, expect, test } from 'vitest'
import { type Asking, bindingOf, pageOf } from './pageOf.js'

type Request = {
  readonly origin?: string
  readonly referer?: string
  readonly site?: string
  readonly origins?: string[]
}

function ask({ origin, referer, site, origins }: Request) {
  const headers: { readonly [name: string]: string | undefined } = { referer, 'sec-fetch-site': site }
  const asking: Asking = { header: (name) => headers[name], origin, project: { id: 'acme', origins } }
  return () => pageOf(asking)
}

const refused = expect.objectContaining({
  code: 'INVALID_QUERY',
  message: 'The header `Origin` must name the page',
})

describe('a page that `Origin` names', () => {
  test.each([
    ['https://app.example', 'app.example', 'https'],
    ['http://localhost:3000', 'localhost:3000', 'http'],
    ['https://[::1]:8443', '[::1]:8443', 'https'],
  ])('%s', (origin, host, scheme) => {
    expect(ask({ origin })()).toEqual({ origin, host, scheme })
  })

  test('is taken, whatever `Referer` says', () => {
    const page = ask({ origin: 'https://app.example', referer: 'https://other.example/' })()
    expect(page.origin).toBe('https://app.example')
  })

  test.each([
    '',
    'null',
    'file://x',
    'ftp://app.example',
    'x https://app.example',
    'xhttps://app.example',
    'https://app.example/',
    'https://app.example?x',
    'https://app.example#x',
    'https://me@app.example',
    'https://app.example evil.example',
    'https://',
  ])('error: %j names none', (origin) => {
    expect(ask({ origin })).toThrow(refused)
  })

  test('error: an origin of more than 300 characters', () => {
    const longest = `https://${'a'.repeat(292)}`
    expect(ask({ origin: longest })().origin).toBe(longest)
    expect(ask({ origin: `${longest}a` })).toThrow(refused)
  })
})

describe('a page that only `Referer` names', () => {
  test.each([undefined, 'same-origin'])('is read if `Sec-Fetch-Site` is %s', (site) => {
    const page = ask({ referer: 'https://app.example/shop?item=1', ...(site !== undefined && { site }) })()
    expect(page).toEqual({ origin: 'https://app.example', host: 'app.example', scheme: 'https' })
  })

  test.each(['cross-site', 'same-site', 'none', ''])('error: a request from another site: %j', (site) => {
    expect(ask({ referer: 'https://app.example/', site })).toThrow(refused)
    // It is refused for having no page, not for one that the list lacks.
    expect(ask({ referer: 'https://evil.example/', site, origins: ['app.example'] })).toThrow(refused)
  })

  test("must be on the project's list", () => {
    const origins = ['https://app.example']
    expect(ask({ referer: 'https://app.example/shop', origins })().host).toBe('app.example')
    expect(ask({ referer: 'https://evil.example/shop', origins })).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: 'Unauthorized: origin not allowed' }),
    )
  })

  test('error: neither header names a page, with or without a list', () => {
    for (const referer of [undefined, '', 'shop']) {
      expect(ask({ ...(referer !== undefined && { referer }) })).toThrow(refused)
      expect(ask({ origins: ['app.example'], ...(referer !== undefined && { referer }) })).toThrow(refused)
    }
  })
})

test('each page of each project has its own key in the store', () => {
  expect(bindingOf({ id: 'acme' }, 'https://app.example')).toBe('acme https://app.example')
})
