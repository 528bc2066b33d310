import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import type { Project } from '../shared/projects.js'
import { createTestClock } from '../testing/createTestClock.js'
import { testSiteHash, writeTestSite } from '../testing/writeTestSite.js'
import { createFrame } from './createFrame.js'
import { readSite } from './readSite.js'

const { directory, remove } = writeTestSite()
afterAll(remove)

const frameUrl = 'https://wallet.example'
const projects: Project[] = [
  { id: 'acme', origins: ['https://app.example', 'shop.example', 'https://*.acme.example', 'a.*.example'] },
  { id: 'gone', origins: ['https://gone.example'], isSuspended: true },
]

function setUp({ url = frameUrl, listed = projects }: { url?: string; listed?: Project[] } = {}) {
  const lines: string[] = []
  const log = createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) })
  const context = createContext({ settings: { projects: listed }, clock: createTestClock(), log })
  const login = { calls: new Hono(), pages: new Hono() }
  login.calls.post('/auth/v1/login/code', (c) => c.json({}))
  login.calls.get('/auth/v1/login/methods', (c) => c.json({}))
  const keys = new Hono().post('/keys/v1/wallet', (c) => c.json({}))
  // As the blockchain service does for whoever it admits.
  const blockchain = new Hono().post('*', (c) => c.json({}, 200, { 'access-control-allow-origin': '*' }))
  const app = createFrame(context, {
    ...{ frameUrl: url, site: readSite(directory), login: login as never },
    ...{ keys: keys as never, blockchain: blockchain as never },
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(`${url}${path}`, { headers })
  return { app, get, lines }
}

/** The headers that decide what a browser lets a page do. */
function headersOf(answer: Response) {
  const { 'x-request-id': id, 'content-length': _, ...headers } = Object.fromEntries(answer.headers)
  expect(id).toMatch(/^[\w-]{36}$/)
  return headers
}

const page = `/f/${testSiteHash}/`
const ancestors = (answer: Response) =>
  /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
const own =
  'https://localhost:* http://localhost:* https://*.localhost:* http://*.localhost:* https://127.0.0.1:* http://127.0.0.1:*'

describe('the headers of the site', () => {
  test('the page for an iframe', async () => {
    const answer = await setUp().get(`${page}?projectId=acme&chainId=eip155:1`)
    expect(answer.status).toBe(200)
    expect(headersOf(answer)).toMatchSnapshot()
  })

  test('the page for a window keeps its opener, and no page may embed it', async () => {
    const answer = await setUp().get(`${page}window/?projectId=acme`)
    expect(answer.status).toBe(200)
    expect(headersOf(answer)).toMatchSnapshot()
    expect(await answer.text()).toContain('<title>window</title>')
  })

  test('a file', async () => {
    const answer = await setUp().get(`${page}app-1a2b.js`)
    expect(answer.status).toBe(200)
    expect(headersOf(answer)).toMatchSnapshot()
  })

  test('on this machine without https, nothing is upgraded', async () => {
    const answer = await setUp({ url: 'http://secure.localhost:4605' }).get(`${page}?projectId=acme`)
    expect(answer.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
    expect(answer.headers.has('strict-transport-security')).toBe(false)
  })

  test('no answer sets a cookie, and no policy allows what is inline or evaluated', async () => {
    const { get } = setUp()
    for (const path of [
      '/f/',
      page,
      `${page}window/`,
      `${page}app-1a2b.js`,
      `${page}nothing.js`,
      '/nothing',
    ]) {
      const answer = await get(`${path}?projectId=acme`)
      expect(answer.headers.has('set-cookie')).toBe(false)
      expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe-(inline|eval|hashes)| \*[ ;]/)
    }
  })
})

describe('who may embed the wallet', () => {
  test("the project's exact origins, in both schemes and on any port where the list says neither", async () => {
    const answer = await setUp().get(`${page}?projectId=acme`, { referer: 'https://app.example/' })
    expect(ancestors(answer)).toBe(
      `https://app.example:* https://shop.example:* http://shop.example:* ${own} https://app.example`,
    )
  })

  test('a wildcard lets in the page that is there, and no page below it', async () => {
    const { get } = setUp()
    const embed = async (referer: string) => ancestors(await get(`${page}?projectId=acme`, { referer }))
    expect(await embed('https://one.acme.example/')).toMatch(/ https:\/\/one\.acme\.example$/)
    expect(await embed('http://a.two.example:81/')).toMatch(/ http:\/\/a\.two\.example:81$/)
    for (const other of ['https://one.two.acme.example/', 'https://acme.example/', 'https://evil.example/'])
      expect(await embed(other)).toMatch(/127\.0\.0\.1:\*$/)
  })

  test('without `Referer` the browser compares with the wildcard itself, if its grammar has it', async () => {
    const answer = await setUp().get(`${page}?projectId=acme`)
    expect(ancestors(answer)).toContain('https://*.acme.example:*')
    expect(ancestors(answer)).not.toContain('a.*')
  })

  test('a header cannot write into the policy', async () => {
    const { get } = setUp({ listed: [{ id: 'acme', origins: ['*.example'] }] })
    for (const referer of [
      "https://x.example;script-src'unsafe-inline'/",
      'https://a,b.example/',
      'https://[::1]/',
    ]) {
      const answer = await get(`${page}?projectId=acme`, { referer })
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+'; [^,]*$/,
      )
      expect(ancestors(answer)).not.toMatch(/;|script|\[/)
    }
  })

  test('a project without a list: only pages of this machine', async () => {
    const { get } = setUp({ listed: [] })
    const answer = await get(`${page}?projectId=anything`, { referer: 'https://evil.example/' })
    expect(ancestors(answer)).toBe(own)
  })

  test.each([
    ['an unknown project', 'other'],
    ['a suspended project', 'gone'],
    ['no project', ''],
    ['a hostile name', '__proto__'],
  ])('error: %s gets a page that nobody may embed', async (_, projectId) => {
    const { get } = setUp()
    for (const path of [page, `${page}window/`]) {
      const answer = await get(`${path}?projectId=${projectId}`)
      expect(answer.status).toBe(403)
      expect(ancestors(answer)).toBe("'none'")
      expect(await answer.text()).toContain('not allowed to use this wallet')
    }
  })

  test('the log names the origin that a project does not list, once', async () => {
    const { get, lines } = setUp()
    const embed = (referer: string) => get(`${page}?projectId=acme`, { referer, 'sec-fetch-dest': 'iframe' })
    await embed('https://app.example/')
    await embed('https://new.example/page?secret=1')
    await embed('https://new.example/')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"event":"frame.refused","project":"acme","url":"https://new.example"')
  })
})

describe('the pages', () => {
  test('/f/ leads to the newest build, and keeps the query', async () => {
    const { get } = setUp()
    for (const path of ['/f', '/f/']) {
      const answer = await get(`${path}?projectId=acme&chainId=eip155%3A1&version=1`)
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
        302,
        `${page}?projectId=acme&chainId=eip155%3A1&version=1`,
        'no-store',
      ])
    }
    expect((await get(`/f/${testSiteHash}/window?projectId=acme`)).headers.get('location')).toBe(
      `${page}window/?projectId=acme`,
    )
  })

  test("the project's list is in the page, and cannot leave its attribute", async () => {
    const { get } = setUp()
    const text = await (await get(`${page}?projectId=acme`)).text()
    const content = /<head><meta name="latchkey-settings" content="([^"]+)"><title>/.exec(text)?.[1] ?? ''
    const json = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    expect(JSON.parse(json)).toEqual({
      projectId: 'acme',
      origins: projects[0]?.origins,
      chains: [],
      approve: 'frame',
    })
  })

  test('a file comes compressed to whom takes it, and whole to others', async () => {
    const { get } = setUp()
    const plain = await (await get(`${page}app-1a2b.js`)).text()
    const answer = await get(`${page}app-1a2b.js`, { 'accept-encoding': 'br, gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(plain)
  })

  test.each([
    '/f/ffffffffffffffff/',
    '/f/ffffffffffffffff/app-1a2b.js',
    `${page}index.html`,
    `${page}..%2f..%2fetc`,
    `${page}%2e%2e/x`,
  ])('error: %s is not there', async (path) =>
    expect((await setUp().get(`${path}?projectId=acme`)).status).toBe(404),
  )

  test('error: no script becomes a service worker', async () => {
    const answer = await setUp().get(`${page}app-1a2b.js`, { 'service-worker': 'script' })
    expect(answer.status).toBe(403)
  })
})

describe('calls from pages of other origins', () => {
  const foreign = { origin: 'https://app.example' }

  test('only the list of ways to log in can be read', async () => {
    const { app, get } = setUp()
    const methods = await get('/auth/v1/login/methods?projectId=acme', foreign)
    expect([methods.status, methods.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    for (const path of ['/auth/v1/login/code', '/keys/v1/wallet', '/rpc']) {
      const post = (headers: Record<string, string>, method = 'POST') =>
        app.request(`${frameUrl}${path}?projectId=acme&chainId=eip155:1`, { method, headers })
      expect([path, (await post({ origin: frameUrl })).status]).toEqual([path, 200])
      expect([path, (await post(foreign)).status]).toEqual([path, 403])
      for (const answer of [
        await post({ origin: frameUrl }),
        await post(foreign),
        await post(foreign, 'OPTIONS'),
      ])
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('error: a page that the project does not list cannot read even that', async () => {
    const answer = await setUp().get('/auth/v1/login/methods?projectId=acme', {
      origin: 'https://evil.example',
    })
    expect(answer.status).toBe(403)
  })

  test('of a project without a list only pages of this machine, which may embed the wallet', async () => {
    const { get } = setUp({ listed: [{ id: 'acme' }] })
    const statusFor = async (origin: string) =>
      (await get('/auth/v1/login/methods?projectId=acme', { origin })).status
    expect(await statusFor('https://app.example')).toBe(403)
    expect(await statusFor('http://localhost:5173')).toBe(200)
    expect(await statusFor(frameUrl)).toBe(200)
  })
})
