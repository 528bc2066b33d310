import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from './app.js'
import { createContext } from './context.js'
import { type Host, listen } from './host.js'
import { createLog } from './log.js'

let host: Host | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await host?.close()
})

const h2c = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n'

/** Starts a host whose app echoes bodies, and opens a connection to it. */
async function setUp() {
  const context = createContext({
    settings: { port: 0, host: '127.0.0.1', httpConnections: 1 },
    log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
  })
  const app = createApp(context)
  app.get('/health', (c) => c.json({ status: 'ok' }))
  app.get('/slow', () => new Promise<never>(() => {}))
  app.post('/echo', async (c) => c.text(await c.req.text()))
  const started = await listen(context, {
    app,
    onUpgrade(_request, stream) {
      stream.end('upgraded')
      return true
    },
    addressOf: () => '198.51.100.7',
  })
  host = started
  return open(started.port)
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  let received = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  socket.on('close', () => {
    isClosed = true
  })
  await once(socket, 'connect')
  return {
    send: (text: string) => void socket.write(text),
    /** Returns everything received since the last call, as soon as it contains a text or the connection closes. */
    async until(text: string) {
      while (!received.includes(text) && !isClosed) await new Promise(setImmediate)
      const all = received
      received = ''
      return all
    },
    isClosed: () => isClosed,
  }
}

describe('a request that asks for another protocol than WebSocket', () => {
  test('is answered over HTTP/1.1, as often as the client asks on one connection', async () => {
    const { send, until } = await setUp()
    for (let count = 0; count < 20; count++) {
      send(`GET /health HTTP/1.1\r\nhost: localhost\r\n${h2c}\r\n`)
      expect(await until('{"status":"ok"}')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    }
  })

  test.each([
    ['of a known length', 'content-length: 5\r\n', ['hello']],
    [
      'in parts that arrive later',
      'transfer-encoding: chunked\r\n',
      ['3\r\nhel\r\n', '2\r\nlo\r\n', '0\r\n\r\n'],
    ],
  ])('keeps its body %s', async (_name, header, parts) => {
    const { send, until } = await setUp()
    send(`POST /echo HTTP/1.1\r\nhost: localhost\r\n${h2c}${header}\r\n`)
    for (const part of parts) {
      await new Promise(setImmediate)
      send(part)
    }
    expect(await until('hello')).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nhello$/s)
  })

  test('keeps its other headers: the connection is closed if the client says so', async () => {
    const { send, until } = await setUp()
    send('GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close, upgrade\r\nupgrade: foo/2\r\n\r\n')
    expect(await until('never')).toContain('{"status":"ok"}')
  })

  test('is read anew only if no earlier answer is in progress; else the connection closes', async () => {
    const { send, until, isClosed } = await setUp()
    send('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
    send(`GET /health HTTP/1.1\r\nhost: localhost\r\n${h2c}\r\n`)
    expect(await until('never')).toBe('')
    expect(isClosed()).toBe(true)
  })
})

test('a request for WebSocket among other protocols reaches the relay', async () => {
  const { send, until } = await setUp()
  send('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: h2c, WebSocket\r\n\r\n')
  expect(await until('upgraded')).toBe('upgraded')
})

test('HTTP/1.0 works without a host, as old health checks send it; HTTP/1.1 needs one', async () => {
  const { send, until } = await setUp()
  send('GET /health HTTP/1.0\r\n\r\n')
  expect(await until('never')).toMatch(/^HTTP\/1\.1 200 OK\r\n.*{"status":"ok"}$/s)
  await host?.close()
  const second = await setUp()
  second.send('GET /health HTTP/1.1\r\n\r\n')
  expect(await second.until('never')).toMatch(/^HTTP\/1\.1 400 /)
})
