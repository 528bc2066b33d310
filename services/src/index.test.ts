import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { DataInUseError, type Options, PortInUseError, startServices } from './index.js'
import { readSettings } from './shared/settings.js'
import { connectRelay } from './testing/connectRelay.js'
import { createTestClock } from './testing/createTestClock.js'
import { statusOf } from './testing/sendRaw.js'
import { publish, silentLog, startTestRelay, subscribe } from './testing/startTestRelay.js'
import { startUpstream } from './testing/startUpstream.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(options: Options = {}) {
  const services = await startServices({ log: silentLog, checkAnswers: true, ...options })
  cleanups.push(services.close)
  return services
}

const topic = 'ab'.repeat(32)

describe('startServices', { timeout: 30_000 }, () => {
  test('all services answer on one port', async () => {
    const { url, relayUrl, port } = await setUp()
    expect([url, relayUrl]).toEqual([`http://localhost:${port}`, `ws://localhost:${port}`])
    const health = await fetch(`${url}/health`)
    expect(health.status).toBe(200)
    expect(await health.json()).toEqual({
      status: 'ok',
      services: ['explorer', 'relay', 'analytics', 'auth', 'blockchain'],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime: expect.any(Number),
    })
    const wallets = await fetch(`${url}/getWallets?entries=2`)
    expect(((await wallets.json()) as { data: unknown[] }).data.length).toBe(2)
    for (const path of ['', '/relay']) {
      const client = await connectRelay(`${relayUrl}${path}`)
      expect(await publish(client, topic, `hello${path}`)).toBe(true)
      await client.close()
    }
  })

  test.each([
    ['of the relay', '/'],
    ['of any other address', '/nowhere'],
  ])('a refused upgrade %s is closed, even if the client keeps its side open', async (_name, path) => {
    const clock = createTestClock()
    const { port } = await setUp({ clock })
    const socket = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {})
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    )
    await once(socket, 'data')
    clock.advance(1_000)
    // A client notices a closed connection when it writes to it.
    for (let count = 0; count < 10_000 && !socket.destroyed; count++) {
      socket.write('still here')
      await new Promise(setImmediate)
    }
    const isClosed = socket.destroyed
    socket.destroy()
    expect(isClosed).toBe(true)
  })

  test('runs only the selected services', async () => {
    const relay = await setUp({ services: ['relay'] })
    expect((await fetch(`${relay.url}/getWallets`)).status).toBe(404)
    const explorer = await setUp({ services: ['explorer'] })
    await expect(connectRelay(explorer.relayUrl)).rejects.toMatchObject({ status: 404 })
  })

  test('answers health checks and unknown paths without a project', async () => {
    const { url } = await setUp({ services: ['relay'], projects: [{ id: 'acme' }] })
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const missing = await fetch(`${url}/nowhere`)
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect((await fetch(`${url}/relay`)).status).toBe(426)
  })

  test('the connection of a plain request for the relay is closed when the client wants that', async () => {
    const { port } = await setUp({ services: ['relay'] })
    expect(await statusOf(port, 'GET /relay')).toBe('426')
  })

  test('a node that fails is named in the health check, which stays well', async () => {
    const node = await startUpstream(() => ({ status: 500 }))
    cleanups.push(() => node.stop())
    const { url } = await setUp({ settings: { chains: [`eip155:1=${node.url}/s3cr3t`] } })
    for (let attempt = 0; attempt < 3; attempt++)
      await fetch(`${url}/v1/account/0x${'a1'.repeat(20)}/balance?chainId=eip155:1&forceUpdate=1`)
    const health = await fetch(`${url}/health`)
    const text = await health.text()
    expect([health.status, JSON.parse(text)]).toMatchObject([
      200,
      {
        status: 'ok',
        upstreams: [
          {
            chain: 'eip155:1',
            source: 'node 1',
            state: 'resting',
            since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          },
        ],
      },
    ])
    expect(text).not.toContain('s3cr3t')
  })

  test('a project has one request limit across all services', async () => {
    const { url } = await setUp({
      projects: [{ id: 'small', limits: { httpBurst: 1, httpRate: 1 } }, { id: 'other' }],
    })
    const status = async (projectId: string) =>
      (await fetch(`${url}/getWallets?projectId=${projectId}`)).status
    expect([await status('small'), await status('small'), await status('other')]).toEqual([200, 429, 200])
  })

  test('survives any request line', async () => {
    const { port, url } = await setUp()
    const targets = [
      '//',
      '/%',
      '/%ff',
      '*',
      'http://',
      '/?%',
      '/getWallets?%=%',
      '?',
      '//evil.example/health',
      '/\\',
    ]
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA\r\n'
    for (const target of targets) {
      for (const headers of ['', upgrade, 'Host: \r\n', 'Host: a b\r\n', 'Content-Length: x\r\n']) {
        const tcp = connectTcp(port, '127.0.0.1')
        tcp.end(
          `GET ${target} HTTP/1.1\r\n${headers.includes('Host') ? '' : 'Host: localhost\r\n'}${headers}\r\n`,
        )
        tcp.resume()
        await new Promise((resolve) => tcp.once('close', resolve))
      }
    }
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  test('disconnects clients that send nothing or never finish a request', async () => {
    const { port } = await setUp({ settings: { relayHandshakeSeconds: 1 } })
    for (const text of ['', 'GET / HTTP/1.1\r\nHost: localhost\r\n']) {
      const tcp = connectTcp(port, '127.0.0.1')
      tcp.write(text)
      tcp.resume()
      await new Promise((resolve) => tcp.once('close', resolve))
    }
  })

  test('error: a port in use', async () => {
    const { port } = await setUp({ services: ['explorer'] })
    const second = startServices({ port, services: ['explorer'], log: silentLog })
    await expect(second).rejects.toThrow(PortInUseError)
    await expect(second).rejects.toThrow(
      `Port ${port} is in use. Stop what uses it, or choose another one: --port ${port + 1}`,
    )
  })

  test('writes to the named directory, whatever the settings say of others', async () => {
    const [directory, other] = ['latchkey-named-', 'latchkey-other-'].map((name) =>
      mkdtempSync(join(tmpdir(), name)),
    )
    cleanups.push(() => rmSync(directory ?? '', { recursive: true }))
    cleanups.push(() => rmSync(other ?? '', { recursive: true }))
    const settings = readSettings({ LATCHKEY_DATA: other, LATCHKEY_SERVICES: 'relay,frame' })
    const { services } = await setUp({ dataDir: directory, settings })
    expect(readdirSync(directory ?? '')).toContain('lock.db')
    expect(readdirSync(other ?? '')).toEqual([])
    // Without the wallet's address its site does not run.
    expect(services).toEqual(['relay'])
  })

  test('error: a data directory in use, until the other process has stopped', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-index-'))
    cleanups.push(() => rmSync(directory, { recursive: true }))
    const first = await startServices({ dataDir: directory, log: silentLog })
    await expect(startServices({ dataDir: directory, log: silentLog })).rejects.toThrow(DataInUseError)
    await first.close()
    await setUp({ dataDir: directory })
  })

  test('draining closes every connection, accepts no new one and keeps every acknowledged message', async () => {
    const relay = await startTestRelay({ settings: { drainSeconds: 2 } })
    cleanups.push(relay.stop)
    const clients = await Promise.all(Array.from({ length: 300 }, () => relay.connect()))
    const [alice, bob] = clients
    if (alice === undefined || bob === undefined) throw new Error('no clients')
    await subscribe(bob, topic)
    const published = Array.from({ length: 50 }, (_, index) => publish(alice, topic, String(index)))
    await published[0]
    const drained = relay.services.drain()
    const health = await fetch(`${relay.services.url}/health`)
    expect([health.status, await health.json()]).toMatchObject([503, { status: 'draining' }])
    await expect(connectRelay(relay.services.relayUrl)).rejects.toMatchObject({ status: 503 })
    expect(new Set((await Promise.all(clients.map(({ closed }) => closed))).map(({ code }) => code))).toEqual(
      new Set([1001]),
    )
    await drained
    await expect(fetch(`${relay.services.url}/health`)).rejects.toThrow()
    const outcomes = await Promise.allSettled(published)
    const acknowledged = outcomes.flatMap(({ status }, index) =>
      status === 'fulfilled' ? [String(index)] : [],
    )
    expect(acknowledged.length).toBeGreaterThan(0)

    const second = await startTestRelay({ dataDir: relay.directory })
    cleanups.push(second.stop)
    const reader = await second.connect()
    await subscribe(reader, topic)
    expect(await reader.untilPushed(acknowledged.length)).toEqual(expect.arrayContaining(acknowledged))
  })
})
