import { afterEach, describe, expect, test, vi } from 'vitest'
import { createContext } from '../shared/context.js'
import { createTestClock } from '../testing/createTestClock.js'
import { startUpstream, type UpstreamAnswer } from '../testing/startUpstream.js'
import { createGuardedFetch } from './guardedFetch.js'
import { isPublicAddress } from './isPublicAddress.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const options = { size: 1_000, accept: '*/*' }

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
    ['nothing', 'no address'],
    [`https://example.com/${'a'.repeat(8_200)}`, 'no address'],
    ['https://127.0.0.1/', 'not a public host'],
    ['https://2130706433/', 'not a public host'],
    ['https://0x7f.1/', 'not a public host'],
    ['https://[::1]/', 'not a public host'],
    ['https://[::ffff:169.254.169.254]/', 'not a public host'],
    ['https://[fd00:ec2::254]/', 'not a public host'],
    ['https://gone.example/', 'no such host'],
  ])('%s is refused', async (address, message) => {
    await expect(fetch(address, options)).rejects.toThrow(message)
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
    return { upstream, clock, get: (path = '/') => fetch(`${upstream.url}${path}`, options) }
  }

  test('is fetched with its media type', async () => {
    const { get, upstream } = await own(() => ({
      headers: { 'content-type': 'Image/PNG; charset=x' },
      body: 'abc',
    }))
    expect(await get()).toEqual({ type: 'image/png', body: Buffer.from('abc') })
    expect(upstream.headers[0]).toMatchObject({ 'accept-encoding': 'identity' })
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
  ])('error: %s', async (_name, answer, message) => {
    const { get } = await own(() => answer)
    await expect(get()).rejects.toThrow(message)
  })

  test('error: a hanging server is given up after 5 s', async () => {
    const { get, clock, upstream } = await own(() => 'hang')
    const fetched = get()
    while (upstream.asked.length === 0) await new Promise(setImmediate)
    clock.advance(5_000)
    await expect(fetched).rejects.toThrow('no answer in time')
  })

  test('runs 8 at once, queues 100 and refuses the next', async () => {
    const { get, clock, upstream } = await own(() => 'hang')
    const all = Array.from({ length: 109 }, () => get().catch((error: Error) => error.message))
    expect(await all[108]).toBe('too much at once')
    while (upstream.asked.length < 8) await new Promise(setImmediate)
    clock.advance(5_000)
    expect(await all[7]).toBe('no answer in time')
    while (upstream.asked.length < 16) await new Promise(setImmediate)
    expect(upstream.asked).toHaveLength(16)
  })
})

describe('isPublicAddress', () => {
  test.each(['93.184.215.14', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'localhost',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
