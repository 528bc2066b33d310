import { once } from 'node:events'
import { createServer, request as requestHttp } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startServices } from './index.js'
import { connectRelay } from './testing/connectRelay.js'
import { publish, silentLog } from './testing/startTestRelay.js'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts the services behind a proxy that serves them below `/wallet/` and removes that path, as nginx does. */
async function setUp() {
  const services = await startServices({ log: silentLog, checkAnswers: true })
  cleanups.push(services.close)
  const inner = (url = '') => (url.startsWith('/wallet/') ? url.slice('/wallet'.length) : undefined)
  const proxy = createServer((request, response) => {
    const path = inner(request.url)
    if (path === undefined) return response.writeHead(301, { location: '/wallet/' }).end()
    const { method, headers } = request
    const passed = requestHttp({ port: services.port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  })
  proxy.on('upgrade', (request, socket) => {
    const path = inner(request.url)
    if (path === undefined) return socket.end('HTTP/1.1 301 Moved Permanently\r\nlocation: /wallet/\r\n\r\n')
    const passed = connect(services.port, '127.0.0.1')
    for (const end of [socket, passed]) end.on('error', () => socket.destroy())
    const lines = request.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [`${name}: ${all[index + 1]}\r\n`] : [],
    )
    passed.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.pipe(passed).pipe(socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  cleanups.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `//localhost:${(proxy.address() as AddressInfo).port}/wallet`
}

test('the services answer below a path that the proxy removes', async () => {
  const base = await setUp()
  for (const path of ['/health', '/getWallets?entries=1', '/'])
    expect((await fetch(`http:${base}${path}`)).status).toBe(200)
})

test.each(['', '/relay'])('the relay answers below such a path, at %j', async (path) => {
  const base = await setUp()
  const client = await connectRelay(`ws:${base}${path}`)
  cleanups.push(client.close)
  expect(await publish(client, 'ab'.repeat(32), 'hello')).toBe(true)
})
