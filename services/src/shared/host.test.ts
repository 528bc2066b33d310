import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.js'
import { createApp } from './app.js'
import { createContext } from './context.js'
import { type Host, listen } from './host.js'
import { createLog } from './log.js'
import type { Settings } from './settings.js'

let host: Host | undefined
afterEach(() => host?.close())

test('closes a connection that sends nothing for ten seconds, and keeps one that sent a request', async () => {
  const clock = createTestClock()
  const context = createContext({
    clock,
    settings: { relayHandshakeSeconds: 10, port: 0, host: '127.0.0.1' },
    log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
  })
  host = await listen(context, { app: createApp(context), onUpgrade: () => false })
  const silent = connect(host.port, '127.0.0.1')
  const talking = connect(host.port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(talking, 'connect')])
  const closed = once(silent.resume(), 'close')
  talking.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(talking, 'data')
  clock.advance(10_000)
  await closed
  talking.write('GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [answer] = await once(talking, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404/)
  talking.destroy()
})

describe('a client that does not read its answer', () => {
  const size = 64 * 1024 * 1024

  /** Starts a host with an answer that no buffer of the machine can hold. */
  async function start(readingTime?: number) {
    const context = createContext({
      settings: { port: 0, host: '127.0.0.1' },
      log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
    })
    const app = createApp(context)
    const times: unknown[] = []
    const released = new Promise<void>((resolve) => {
      app.get('/big', (c) => {
        const { incoming, outgoing } = c.env as HttpBindings
        times.push(incoming.socket.timeout)
        outgoing.once('close', () => resolve())
        return c.body('x'.repeat(size))
      })
      app.get('/small', (c) => {
        times.push((c.env as HttpBindings).incoming.socket.timeout)
        return c.text('small')
      })
    })
    host = await listen(context, { app, onUpgrade: () => false, readingTime })
    const socket = connect(host.port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    return { socket, ask, released, times }
  }

  test('is cut off, so that the answer is released', async () => {
    const { socket, ask, released } = await start(100)
    ask('/big')
    await released
    let received = 0
    socket.on('data', (part) => {
      received += part.length
    })
    await once(socket, 'close')
    expect(received).toBeLessThan(size)
  })

  test('has no less time for an answer that is still in the making, also for a later one', async () => {
    const { socket, ask, times } = await start()
    for (let count = 0; count < 2; count++) {
      ask('/small')
      await once(socket, 'data')
    }
    expect(times.map((time) => time ?? 0)).toEqual([0, 0])
    socket.destroy()
  })
})

describe('open connections of one address', () => {
  const request = 'GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n'

  /** Starts a host with two places per address, whose clients seem to come from these addresses. */
  async function start(addresses: string | readonly string[], settings: Partial<Settings> = {}) {
    const left = [...[addresses].flat()]
    const clock = createTestClock()
    const lines: string[] = []
    const context = createContext({
      clock,
      settings: { port: 0, host: '127.0.0.1', httpConnections: 2, ...settings },
      log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
    })
    const started = await listen(context, {
      app: createApp(context),
      onUpgrade(_request, stream) {
        stream.on('end', () => stream.end()).resume()
        stream.write('upgraded')
        return true
      },
      addressOf: () => (left.length > 1 ? left.shift() : left[0]),
    })
    host = started
    return { clock, lines, open: () => open(started.port) }
  }

  /** Opens a connection, sends a request and returns the start of the answer. */
  async function open(port: number, sent = request) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(sent)
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as unknown[]
    return { socket, answer: Buffer.isBuffer(answer) ? answer.toString('utf8') : 'closed' }
  }

  test('refuses a connection beyond the limit with 429, and accepts one again after another has closed', async () => {
    const { open, lines } = await start('198.51.100.7')
    const [first, second] = [await open(), await open()]
    expect([first.answer, second.answer].map((answer) => answer.slice(9, 12))).toEqual(['404', '404'])
    const third = await open()
    expect(third.answer).toMatch(
      /^HTTP\/1\.1 429 .*retry-after: 10.*"code":"RATE_LIMITED","message":"Too many open connections from this address"/s,
    )
    expect(third.answer.match(/HTTP/g)).toHaveLength(1)
    if (!third.socket.closed) await once(third.socket, 'close')
    expect(lines.join('')).toContain('LATCHKEY_HTTP_CONNECTIONS')
    expect(lines.join('')).not.toContain('198.51.100.7')
    first.socket.destroy()
    while ((await open()).answer.includes(' 429 '));
  })

  test('cuts off a refused client that keeps its side open', async () => {
    const { open, clock } = await start('198.51.100.7', { httpConnections: 1 })
    await open()
    const { socket } = await open()
    const closed = once(socket, 'close')
    clock.advance(1_000)
    await closed
  })

  test('a network of IPv6 addresses counts as one', async () => {
    const { open } = await start(['2001:db8::1', '2001:db8:0:1::1', '2001:db8::ffff:2'], {
      httpConnections: 1,
    })
    expect((await open()).answer).toContain(' 404 ')
    expect((await open()).answer).toContain(' 404 ')
    expect((await open()).answer).toContain(' 429 ')
  })

  test.each<[string, string, Partial<Settings>]>([
    ['this machine', '127.0.0.1', {}],
    ['this machine, over a socket of both families', '::ffff:127.0.0.1', {}],
    ['a configured proxy', '::ffff:10.0.0.1', { trustedProxies: ['10.0.0.1'] }],
  ])('does not limit connections of %s', async (_name, address, settings) => {
    const { open } = await start(address, settings)
    for (let count = 0; count < 5; count++) expect((await open()).answer).toContain(' 404 ')
  })

  test('does not count WebSockets, which the relay limits', async () => {
    await start('198.51.100.7')
    const opened: Socket[] = []
    const upgrade = `GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`
    for (let count = 0; count < 5; count++) {
      const { socket, answer } = await open(host?.port ?? 0, upgrade)
      expect(answer).toBe('upgraded')
      opened.push(socket)
    }
    for (const socket of opened) socket.destroy()
  })
})
