import { afterEach, describe, expect, test, vi } from 'vitest'
import { createContext } from '../shared/context.js'
import { createTestClock } from '../testing/createTestClock.js'
import { startUpstream, type UpstreamAnswer } from '../testing/startUpstream.js'
import { createGuardedFetch } from './guardedFetch.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const options = { size: 1_000, accept: '*/*' }
/** How long a test waits for requests that are under way, in milliseconds. */
const patience = { timeout: 4_000, interval: 5 }

async function start(answer: (path: string) => UpstreamAnswer) {
  const upstream = await startUpstream(answer)
  cleanups.push(upstream.stop)
  return upstream
}

describe('an untrusted address', () => {
  const nobody = vi.fn(async () => [])
  const fetch = createGuardedFetch(createContext({ clock: createTestClock() }), { resolve: nobody })

  test.each([
    ['http://example.com/', 'not https'],
    ['https://example.com:8443/', 'not https'],
    ['ftp://example.com/', 'not https'],
    ['file:///etc/passwd', 'not https'],
    ['data:text/plain,x', 'not https'],
    ['https://user@example.com/', 'a name in the address'],
    ['https://:pass@example.com/', 'a name in the address'],
    ['nothing', 'no address'],
    [`https://gone.example/${'a'.repeat(8_171)}`, 'no such host'],
    [`https://gone.example/${'a'.repeat(8_172)}`, 'no address'],
    ['https://127.0.0.1/', 'not a public host'],
    ['https://2130706433/', 'not a public host'],
    ['https://0x7f.1/', 'not a public host'],
    ['https://[::1]/', 'not a public host'],
    ['https://[::ffff:169.254.169.254]/', 'not a public host'],
    ['https://[fd00:ec2::254]/', 'not a public host'],
    ['https://gone.example/', 'no such host'],
  ])('%s is refused', async (address, message) => {
    await expect(fetch(address, options)).rejects.toMatchObject({ name: 'FetchError', message })
  })

  test('refuses a name with even one private address, without connecting', async () => {
    const own = createGuardedFetch(createContext({ clock: createTestClock() }), {
      resolve: async () => [
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    })
    await expect(own('https://rebind.example/', options)).rejects.toThrow('not a public host')
  })

  test('gives up on a hanging resolver after 5 s', async () => {
    const clock = createTestClock()
    const own = createGuardedFetch(createContext({ clock }), { resolve: () => new Promise(() => {}) })
    const fetched = own('https://slow.example/', options)
    await Promise.resolve()
    clock.advance(5_000)
    await expect(fetched).rejects.toThrow('no answer in time')
  })
})

describe('a trusted address', () => {
  const own = async (answer: (path: string) => UpstreamAnswer) => {
    const upstream = await start(answer)
    const clock = createTestClock()
    const fetch = createGuardedFetch(createContext({ clock }), {
      trusted: [upstream.url],
      resolve: async () => [],
    })
    const get = (path = '/', more: object = {}) => fetch(`${upstream.url}${path}`, { ...options, ...more })
    return { upstream, clock, get }
  }

  test('is fetched with its media type', async () => {
    const { get, upstream } = await own(() => ({
      headers: { 'content-type': 'Image/PNG ; charset=x' },
      body: 'abc',
    }))
    expect(await get('/', { accept: 'image/*' })).toEqual({ type: 'image/png', body: Buffer.from('abc') })
    expect(upstream.asked).toEqual(['GET /'])
    expect(upstream.headers[0]).toEqual({
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'latchkey-services',
      host: new URL(upstream.url).host,
      // The next request opens its own connection.
      connection: 'close',
    })
  })

  test('is sent JSON, if there is some', async () => {
    const { get, upstream } = await own(() => ({ body: 'abc' }))
    expect(await get('/ask', { json: { data: '0x' } })).toEqual({ type: '', body: Buffer.from('abc') })
    expect(upstream.asked).toEqual(['POST /ask'])
    expect(upstream.headers[0]).toMatchObject({ 'content-type': 'application/json' })
    expect(upstream.bodies).toEqual(['{"data":"0x"}'])
  })

  test('may be one of several, with or without slashes at its end', async () => {
    const upstream = await start(() => ({ body: 'x' }))
    const trusted = ['https://ipfs.example', `${upstream.url}/a`, `${upstream.url}/b//`]
    const fetch = createGuardedFetch(createContext({ clock: createTestClock() }), {
      trusted,
      resolve: async () => [],
    })
    for (const path of ['/a/1', '/b/1']) await fetch(upstream.url + path, options)
    expect(upstream.asked).toEqual(['GET /a/1', 'GET /b/1'])
  })

  test('may have a name, which the system looks up', async () => {
    const upstream = await start(() => ({ body: 'x' }))
    const named = upstream.url.replace('127.0.0.1', 'localhost')
    const fetch = createGuardedFetch(createContext({ clock: createTestClock() }), { trusted: [named] })
    expect((await fetch(`${named}/a`, options)).body.toString()).toBe('x')
  })

  test('may answer with as much as the caller allows', async () => {
    const whole = await own(() => ({ body: 'x'.repeat(1_000), headers: { 'content-encoding': 'identity' } }))
    expect((await whole.get()).body).toHaveLength(1_000)
    const parts = await own(() => ({ body: 'x'.repeat(1_001), headers: { 'transfer-encoding': 'chunked' } }))
    await expect(parts.get()).rejects.toThrow('too large')
  })

  test('is not read if it announces too much', async () => {
    const { get } = await own(() => ({ headers: { 'content-length': '1001' }, isSilent: true }))
    await expect(get()).rejects.toThrow('too large')
  })

  test.each([301, 302, 303, 307, 308])('may redirect with %i', async (status) => {
    const { get } = await own((path) =>
      path === '/' ? { status, headers: { location: '/end' } } : { body: 'end' },
    )
    expect((await get()).body.toString()).toBe('end')
  })

  test('allows paths below it, and nothing else on its host', async () => {
    const upstream = await start(() => ({ body: 'x' }))
    const fetch = createGuardedFetch(createContext({ clock: createTestClock() }), {
      trusted: [`${upstream.url}/ipfs`],
      resolve: async () => [],
    })
    expect((await fetch(`${upstream.url}/ipfs/a`, options)).body.toString()).toBe('x')
    for (const path of [
      '/',
      '/ipfs',
      '/ipfsx',
      '/api/v0/id',
      '/ipfs/../api',
      '/ipfs/%2e%2e/api',
      '/ipfs/..\\api',
      '/ipfs/..%2fapi',
      '/ipfs/%2e%2e%2Fapi',
      '/ipfs/a%5c..%5c..%5capi',
    ])
      await expect(fetch(`${upstream.url}${path}`, options)).rejects.toThrow('not https')
    expect(upstream.asked).toEqual(['GET /ipfs/a'])
  })

  test('may redirect up to three times', async () => {
    const { get, upstream } = await own((path) =>
      path === '/3'
        ? { body: 'end' }
        : { status: 302, headers: { location: `/${Number(path.slice(1)) + 1}` } },
    )
    expect((await get('/0')).body.toString()).toBe('end')
    await expect(get('/-1')).rejects.toThrow('too many redirects')
    expect(upstream.asked).toHaveLength(8)
  })

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'not https'],
    ['https://127.0.0.1/', 'not a public host'],
    ['https://localhost/', 'no such host'],
    ['//[::1]/', 'not https'],
    ['http://127.0.0.1:1/', 'not https'],
    ['https://:0:/', 'a redirect to nowhere'],
  ])('must not lead to %s', async (location, message) => {
    const { get } = await own(() => ({ status: 301, headers: { location } }))
    await expect(get()).rejects.toThrow(message)
  })

  test.each<[string, UpstreamAnswer, string]>([
    ['10 MB', { body: 'x'.repeat(10_000_000) }, 'too large'],
    ['an endless body', { isEndless: true }, 'too large'],
    ['a packed body', { headers: { 'content-encoding': 'gzip' }, body: 'x' }, 'packed'],
    ['502 with a page', { status: 502, body: '<html>' }, 'HTTP 502'],
    ['429', { status: 429 }, 'HTTP 429'],
    ['206', { status: 206, body: 'x' }, 'HTTP 206'],
    ['a broken line', 'break', 'unreachable'],
    ['a redirect without a place', { status: 302 }, 'a redirect to nowhere'],
    ['another kind of redirect', { status: 300, headers: { location: '/end' } }, 'HTTP 300'],
  ])('error: %s', async (_name, answer, message) => {
    const { get } = await own(() => answer)
    await expect(get()).rejects.toMatchObject({ name: 'FetchError', message })
  })

  test('error: a broken line, with its cause for the log', async () => {
    const { get } = await own(() => 'break')
    await expect(get()).rejects.toMatchObject({ message: 'unreachable', cause: expect.any(Error) })
  })

  test('leaves no timer behind', async () => {
    const upstream = await start(() => ({ body: 'x' }))
    const clock = createTestClock()
    const timers = new Set<() => void>()
    const watched = {
      ...clock,
      setTimeout(callback: () => void) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    }
    await createGuardedFetch(createContext({ clock: watched }), { trusted: [upstream.url] })(
      upstream.url,
      options,
    )
    expect(timers.size).toBe(0)
  })

  test('any number may be fetched one after the other', async () => {
    const { get, upstream } = await own(() => ({ body: 'x' }))
    for (let index = 0; index < 20; index++) await get()
    expect(upstream.asked).toHaveLength(20)
  })

  test('error: a hanging server is given up after 5 s', async () => {
    const { get, clock, upstream } = await own(() => 'hang')
    const fetched = get()
    await vi.waitFor(() => expect(upstream.asked).toHaveLength(1), patience)
    clock.advance(5_000)
    await expect(fetched).rejects.toThrow('no answer in time')
  })

  test('runs 8 at once, queues 100 and refuses the next', async () => {
    const { get, clock, upstream } = await own(() => 'hang')
    const all = Array.from({ length: 109 }, () => get().catch((error: Error) => error.message))
    expect(await all[108]).toBe('too much at once')
    await vi.waitFor(() => expect(upstream.asked).toHaveLength(8), patience)
    clock.advance(5_000)
    expect(await all[7]).toBe('no answer in time')
    await vi.waitFor(() => expect(upstream.asked).toHaveLength(16), patience)
  })
})
