import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { claimBytes } from '../../outbound/byteRoom.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import type { Settings } from '../../shared/settings.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startScriptedNode } from '../../testing/startScriptedNode.js'
import { WebSocket } from '../../testing/webSocket.js'
import { createRpcSockets } from './createRpcSockets.js'

const chainId = 'eip155:31337'
const code = `0x${'60'.repeat(300)}`
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** @param room Bytes that all answers together may hold. */
async function open(settings: Partial<Settings>, room?: number) {
  const node = await startScriptedNode(({ method }) => (method === 'eth_getCode' ? code : undefined))
  cleanups.push(node.stop)
  const context = createContext({
    clock: createTestClock(),
    log: createLog({ level: 'silent', now: () => 0, write: () => {} }),
    settings: { chains: [`${chainId}=${node.url}`], ...settings },
  })
  if (room !== undefined) claimBytes(context, { client: 'first' }, room).release()
  const sockets = createRpcSockets(context)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.on('upgrade', sockets.handleUpgrade)
  cleanups.push(() => server.close())
  const { port } = server.address() as { readonly port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/?chainId=${chainId}&projectId=any`)
  cleanups.push(() => socket.terminate())
  const closed = once(socket, 'close').then(([code]) => code)
  await once(socket, 'open')
  return {
    closed,
    send: (value: unknown) => socket.send(JSON.stringify(value)),
    async ask(value: unknown) {
      socket.send(JSON.stringify(value))
      const [data] = await once(socket, 'message')
      return JSON.parse(String(data))
    },
  }
}

const call = (id: number, params: readonly unknown[] = []) => ({
  jsonrpc: '2.0',
  id,
  method: 'eth_chainId',
  params,
})
/** Opening the socket takes the first of two requests. */
const twoRequests = { httpRate: 1, httpBurst: 2 }
const refusal = { code: -32005, message: 'Too many requests', data: { retryAfter: 1 } }

test('over the limit a request gets an error with its id, and a list one error', async () => {
  const { ask } = await open(twoRequests)
  expect(await ask(call(1))).toMatchObject({ id: 1, result: '0x7a69' })
  expect(await ask(call(2))).toEqual({ jsonrpc: '2.0', id: 2, error: refusal })
  expect(await ask([call(3), call(4)])).toEqual({ jsonrpc: '2.0', id: null, error: refusal })
})

test('over the limit a long message is not read, and the socket is closed', async () => {
  const { ask, send, closed } = await open(twoRequests)
  await ask(call(1))
  send(call(2, ['x'.repeat(5_000)]))
  expect(await closed).toBe(1013)
})

test('a client that sends on and on over the limit is closed', async () => {
  const { ask, send, closed } = await open(twoRequests)
  await ask(call(1))
  for (let id = 2; id <= 1_003; id++) send(call(id))
  expect(await closed).toBe(1013)
})

test('an error that the service makes itself counts against the bytes that wait for the client', async () => {
  const { ask, send, closed } = await open({}, 1_000)
  expect(await ask({ id: 1, method: 'eth_sendTransaction' })).toMatchObject({ error: { code: -32601 } })
  send(Array.from({ length: 50 }, (_, id) => ({ id, method: 'eth_sendTransaction' })))
  expect(await closed).toBe(1013)
})

test('a long answer arrives although it leaves its client no room for another', async () => {
  const { ask } = await open({}, 1_000)
  for (let count = 0; count < 2; count++)
    expect(await ask({ ...call(1, [`0x${'1'.repeat(40)}`, 'latest']), method: 'eth_getCode' })).toMatchObject(
      {
        result: code,
      },
    )
})
