import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { startUpstream, type UpstreamAnswer } from '../testing/startUpstream.js'
import { exchange } from './exchange.js'
import { AnswerTooLong, fetchUpstream } from './fetchUpstream.js'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const signal = () => AbortSignal.timeout(5_000)

/**
 * Starts a server that answers every first request of a connection, and then does as the test says. Returns its address,
 * and which connection each request came by.
 */
async function startServer(later: (socket: Socket) => void = answerTo) {
  const requests: number[] = []
  let connections = 0
  const server = createServer((socket) => {
    const own = ++connections
    let count = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      requests.push(own)
      if (++count === 1) answerTo(socket)
      else later(socket)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, requests }
}

function answerTo(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhere')
}

async function ask(url: string, more: { readonly body?: string; readonly isOnce?: boolean } = {}) {
  const { settings } = createContext({ settings: { chains: [`eip155:1=${url}`] } })
  return (await fetchUpstream(settings, url, { size: 1_000, signal: signal(), ...more })).text
}

describe('a connection', () => {
  test('is kept for the next request', async () => {
    const { url, requests } = await startServer()
    expect([await ask(url), await ask(url, { body: 'x' }), await ask(url)]).toEqual(['here', 'here', 'here'])
    expect(requests).toEqual([1, 1, 1])
  })

  test('that the server has closed meanwhile costs one more request, on a new one', async () => {
    const { url, requests } = await startServer((socket) => socket.destroy())
    expect(await ask(url)).toBe('here')
    expect(await ask(url, { body: 'x' })).toBe('here')
    expect(requests).toEqual([1, 1, 2])
  })

  test('error: what must not be sent twice is not', async () => {
    const { url, requests } = await startServer((socket) => socket.destroy())
    await ask(url)
    await expect(ask(url, { body: 'x', isOnce: true })).rejects.toThrow('unreachable')
    expect(requests).toEqual([1, 1])
  })

  test('error: a request that nobody waits for any more is not sent again', async () => {
    const controller = new AbortController()
    const { url, requests } = await startServer(() => controller.abort())
    await ask(url)
    const work = exchange(new URL(url), { headers: {}, signal: controller.signal }, async () => 'read')
    await expect(work).rejects.toThrow()
    expect(requests).toEqual([1, 1])
    await expect(
      exchange(new URL(url), { headers: {}, signal: controller.signal }, async () => 'read'),
    ).rejects.toThrow()
    expect(requests).toEqual([1, 1])
  })

  test('is given up with the answer that comes by it', async () => {
    const controller = new AbortController()
    const { url } = await startServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhe'),
    )
    await ask(url)
    const { settings } = createContext({ settings: { chains: [`eip155:1=${url}`] } })
    const take = () => {
      controller.abort()
      return true
    }
    const options = { size: 1_000, claim: { take, release: () => undefined }, signal: controller.signal }
    await expect(fetchUpstream(settings, url, options)).rejects.toThrow('broke off its answer')
  })
})

describe('an answer', () => {
  const text = 'a block of many words. '.repeat(40)

  async function answered(answer: UpstreamAnswer & object, size = 1_000) {
    const upstream = await startUpstream(() => answer)
    cleanups.push(upstream.stop)
    const { settings } = createContext({ settings: { chains: [`eip155:1=${upstream.url}`] } })
    const claimed: number[] = []
    const claim = { take: (bytes: number) => claimed.push(bytes) > 0, release: () => undefined }
    const found = await fetchUpstream(settings, upstream.url, { size, claim, signal: signal() })
    return { text: found.text, claimed: claimed.reduce((sum, bytes) => sum + bytes, 0), upstream }
  }

  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', text],
  ])('may be packed: %s', async (encoding, body) => {
    const found = await answered({ headers: { 'content-encoding': encoding }, body })
    expect(found.text).toBe(text)
    // The bytes that the memory holds count, and not those that came over the line.
    expect(found.claimed).toBe(text.length)
    expect(found.upstream.headers[0]?.['accept-encoding']).toBe('gzip, br')
  })

  test('error: it grows over the limit as it is unpacked', async () => {
    const body = gzipSync('x'.repeat(1_000_000))
    const work = answered({ headers: { 'content-encoding': 'gzip' }, body }, 10_000)
    await expect(work).rejects.toThrow(new AnswerTooLong('answered too much'))
  })

  test.each([
    ['gzip', 'no gzip'],
    ['gzip', gzipSync(text).subarray(0, 20)],
    ['zstd', text],
  ])('error: packed as %s, which it is not', async (encoding, body) => {
    await expect(answered({ headers: { 'content-encoding': encoding }, body })).rejects.toMatchObject({
      name: 'UpstreamError',
    })
  })
})
