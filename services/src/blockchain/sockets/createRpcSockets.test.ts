import { once } from 'node:events'
import { createClient, createPublicClient, webSocket } from 'viem'
import { watchBlocks } from 'viem/actions'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startServices } from '../../index.js'
import type { Settings } from '../../shared/settings.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { silentLog } from '../../testing/startTestRelay.js'
import { startUpstream } from '../../testing/startUpstream.js'
import { WebSocket } from '../../testing/webSocket.js'

const chainId = 'eip155:31337'
const emitter = `0x${'e1'.repeat(20)}`
const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Emits a log with one topic, the number 7, and no data: PUSH1 7 PUSH1 0 PUSH1 0 LOG1 STOP. */
const emits = '0x600760006000a100'

let chain: TestChain
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  chain = await startChain()
  await chain.request('anvil_setCode', [emitter, emits])
}, 60_000)
afterAll(() => chain.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(settings: Partial<Settings> = {}) {
  const services = await startServices({
    services: ['blockchain'],
    log: silentLog,
    settings: { chains: [`${chainId}=${chain.url}`], rpcPollSeconds: 1, ...settings },
  })
  cleanups.push(services.close)
  const base = services.url.replace('http', 'ws')
  return { services, url: `${base}/v1/?chainId=${chainId}&projectId=any` }
}

type Frame = {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
  readonly params?: { readonly subscription: string; readonly result: never }
}

/** Opens a socket that remembers its frames. */
async function open(url: string, options = {}) {
  const socket = new WebSocket(url, options)
  const frames: (Frame | readonly Frame[])[] = []
  socket.on('message', (data) => void frames.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  cleanups.push(() => socket.terminate())
  await once(socket, 'open')
  async function until(isIt: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = frames.flat().find(isIt)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  let last = 0
  return {
    socket,
    frames,
    closed,
    until,
    ask(method: string, params: readonly unknown[] = []) {
      const id = ++last
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return until((frame) => frame.id === id)
    },
  }
}

/** Returns the status with which an upgrade is refused. */
async function refusal(url: string, options = {}): Promise<number> {
  const socket = new WebSocket(url, options)
  socket.on('error', () => undefined)
  const [, response] = await once(socket, 'unexpected-response')
  socket.terminate()
  return response.statusCode
}

describe('viem', () => {
  test('reads by a socket, and watches blocks and the logs of a contract', async () => {
    const { url } = await setUp()
    const client = createPublicClient({
      transport: webSocket(url, { retryCount: 0, reconnect: false, keepAlive: false }),
    })
    expect(await client.getChainId()).toBe(31337)
    const numbers: bigint[] = []
    const topics: unknown[] = []
    client.watchBlockNumber({ onBlockNumber: (number) => void numbers.push(number) })
    client.watchEvent({
      address: emitter as `0x${string}`,
      onLogs: (logs) => void topics.push(...logs),
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const before = await client.getBlockNumber({ cacheTime: 0 })
    await chain.request('eth_sendTransaction', [{ from: sender, to: emitter }])
    await chain.request('anvil_mine', ['0x3'])
    await until(() => numbers.length >= 4 && topics.length >= 1)
    expect(numbers.filter((number) => number > before)).toEqual([1n, 2n, 3n, 4n].map((more) => before + more))
    expect(topics).toMatchObject([{ blockNumber: before + 1n, removed: false }])
  }, 60_000)

  test('gets removed logs after a reorganisation, and the new block', async () => {
    const { url } = await setUp()
    const { ask, until: untilFrame, frames, socket } = await open(url)
    const { result: id } = await ask('eth_subscribe', ['logs', { address: emitter }])
    await chain.request('eth_sendTransaction', [{ from: sender, to: emitter }])
    const log = (frame: Frame): { readonly removed: boolean } | undefined => frame.params?.result
    await untilFrame((frame) => frame.params?.subscription === id)
    await chain.request('anvil_reorg', [1, []])
    await untilFrame((frame) => log(frame)?.removed === true)
    const [told, removed] = frames.flat().filter(({ params }) => params !== undefined)
    expect(told).toMatchObject({
      method: 'eth_subscription',
      params: { result: { address: emitter, removed: false } },
    })
    expect(removed?.params?.result).toEqual({ ...Object(told?.params?.result), removed: true })
    socket.close()
  }, 60_000)

  test('watches blocks with a client of actions alone', async () => {
    const { url } = await setUp()
    const client = createClient({
      transport: webSocket(url, { retryCount: 0, reconnect: false, keepAlive: false }),
    })
    const seen: unknown[] = []
    // The client reads a block for each head; those that it still reads when the socket closes are undefined.
    const unwatch = watchBlocks(client, {
      onBlock: (block) => void seen.push(...(block ? [block.hash] : [])),
    })
    // The client does not say when it has subscribed.
    await until(async () => {
      await chain.request('anvil_mine', ['0x1'])
      return seen.length > 0
    })
    unwatch()
  }, 60_000)
})

describe('a request by socket', () => {
  test('passes the same gate as by HTTP', async () => {
    const { url } = await setUp()
    const { ask, socket, until: untilFrame } = await open(url)
    expect(await ask('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    expect(await ask('eth_sendTransaction', [{}])).toMatchObject({ error: { code: -32601 } })
    expect(await ask('eth_call', [{ gas: '0xffffffffff' }])).toMatchObject({ error: { code: -32602 } })
    socket.send('{"jsonrpc":')
    expect(await untilFrame(({ error }) => error?.code === -32700)).toMatchObject({ id: null })
    socket.send('[]')
    expect(await untilFrame(({ error }) => error?.code === -32600)).toMatchObject({ id: null })
  })

  test('a list may hold subscriptions among other requests', async () => {
    const { url } = await setUp()
    const { socket, frames, until: untilFrame } = await open(url)
    const requests = [
      { method: 'eth_chainId' },
      { method: 'eth_subscribe', params: ['newHeads'] },
      { method: 'eth_unsubscribe', params: ['0x1'] },
      { method: 'net_version' },
    ].map((request, index) => ({ jsonrpc: '2.0', id: `n${index}`, ...request }))
    socket.send(JSON.stringify(requests))
    await untilFrame(({ id }) => id === 'n3')
    expect(frames[0]).toEqual([
      { jsonrpc: '2.0', id: 'n0', result: '0x7a69' },
      { jsonrpc: '2.0', id: 'n1', result: expect.stringMatching(/^0x[0-9a-f]{32}$/) },
      { jsonrpc: '2.0', id: 'n2', result: false },
      { jsonrpc: '2.0', id: 'n3', result: '31337' },
    ])
  })

  test('counts against the same allowance as by HTTP', async () => {
    const { url, services } = await setUp({ rpcRate: 1, rpcBurst: 4 })
    const { ask } = await open(url)
    for (let count = 0; count < 4; count++)
      expect(await ask('eth_chainId')).toMatchObject({ result: '0x7a69' })
    expect(await ask('eth_chainId')).toMatchObject({ error: { code: -32005 } })
    const response = await fetch(`${services.url}/v1/?chainId=${chainId}&projectId=any`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs' }),
    })
    expect(response.status).toBe(429)
  })

  test('nodes that are away: an error in words, and the socket stays open', async () => {
    const node = await startUpstream(() => 'break')
    cleanups.push(node.stop)
    const { url } = await setUp({ chains: [`${chainId}=${node.url}`] })
    const { ask } = await open(url)
    expect(await ask('eth_chainId')).toMatchObject({ error: { code: -32603 } })
    expect(await ask('eth_subscribe', ['newHeads'])).toMatchObject({
      error: { code: -32603, message: 'The chain cannot be reached' },
    })
    expect(await ask('eth_unsubscribe', ['0x1'])).toMatchObject({ result: false })
  })
})

describe('a subscription', () => {
  test.each<[string, readonly unknown[], RegExp]>([
    ['to pending transactions', ['newPendingTransactions'], /does not follow pending/],
    ['to all logs', ['logs', {}], /Name one to 100 contracts/],
    ['to what does not exist', ['syncing'], /newHeads and logs/],
    ['without parameters', [], /newHeads and logs/],
  ])('%s is refused in words', async (_name, params, words) => {
    const { url } = await setUp()
    const { ask } = await open(url)
    const { error } = await ask('eth_subscribe', params)
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(words) })
  })

  test('a socket has a limited number of them, and a place is free after the end of one', async () => {
    const { url } = await setUp({ rpcSubscriptions: 2 })
    const { ask } = await open(url)
    const { result } = await ask('eth_subscribe', ['newHeads'])
    await ask('eth_subscribe', ['newHeads'])
    expect(await ask('eth_subscribe', ['newHeads'])).toMatchObject({ error: { code: -32005 } })
    expect(await ask('eth_unsubscribe', [result])).toMatchObject({ result: true })
    expect(await ask('eth_unsubscribe', [result])).toMatchObject({ result: false })
    expect(await ask('eth_subscribe', ['newHeads'])).not.toHaveProperty('error')
  })

  test('costs calls, and so does each notification: beyond the allowance the socket is closed', async () => {
    const { url } = await setUp({ rpcRate: 1, rpcBurst: 25 })
    const { ask, closed } = await open(url)
    await ask('eth_subscribe', ['newHeads'])
    await chain.request('anvil_mine', ['0x1e'])
    expect(await closed).toBe(1013)
  }, 60_000)

  test('has a header without its transactions', async () => {
    const { url } = await setUp()
    const { ask, until: untilFrame } = await open(url)
    await ask('eth_subscribe', ['newHeads'])
    await chain.request('anvil_mine', ['0x1'])
    const { params } = await untilFrame((frame) => frame.params !== undefined)
    expect(params?.result).toMatchObject({ hash: expect.any(String), parentHash: expect.any(String) })
    expect(params?.result).not.toHaveProperty('transactions')
  }, 60_000)
})

describe('a socket', () => {
  test('is refused as HTTP is: project, origin, chain and path', async () => {
    const projects = [{ id: 'shop', origins: ['https://shop.example'] }]
    const { services } = await setUp({ projects })
    const base = services.url.replace('http', 'ws')
    const path = `/v1/?chainId=${chainId}`
    expect(await refusal(`${base}${path}`)).toBe(401)
    expect(await refusal(`${base}${path}&projectId=other`)).toBe(401)
    expect(await refusal(`${base}${path}&projectId=shop`, { origin: 'https://eve.example' })).toBe(403)
    expect(await refusal(`${base}/v1/?chainId=eip155:5&projectId=shop`)).toBe(400)
    expect(await refusal(`${base}/v1/?projectId=shop`)).toBe(400)
    expect(await refusal(`${base}/v2/?chainId=${chainId}&projectId=shop`)).toBe(404)
    await open(`${base}${path}&projectId=shop`, { origin: 'https://shop.example' })
    await open(`${base}${path}`, { headers: { 'x-project-id': 'shop' } })
  })

  test('a client has a limited number, and a closed one is free again', async () => {
    const { url } = await setUp({ rpcSocketsPerClient: 2 })
    const [first] = [await open(url), await open(url)]
    expect(await refusal(url)).toBe(429)
    first.socket.close()
    await first.closed
    await until(async () => (await refusalOrOpen(url)) === 'open')
  })

  test('without sockets in the settings there are none', async () => {
    const { url, services } = await setUp({ rpcSockets: 0 })
    expect(await refusal(url)).toBe(404)
    const response = await fetch(`${services.url}/v1/supported-chains?projectId=any`)
    expect(await response.json()).toEqual({ http: [chainId], ws: [] })
  })

  test('is closed by a message that is too long', async () => {
    const { url } = await setUp()
    const { socket, closed } = await open(url)
    socket.send('x'.repeat(300_000))
    expect(await closed).toBe(1009)
  })

  test('is closed after a while without requests, but not with a subscription', async () => {
    const { url } = await setUp({ rpcSocketIdleSeconds: 1 })
    const idle = await open(url)
    const busy = await open(url)
    await busy.ask('eth_subscribe', ['newHeads'])
    expect(await idle.closed).toBe(4008)
    expect(busy.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('of a reader that takes nothing is closed, and its place is free', async () => {
    const long = JSON.stringify([{ address: emitter, topics: [], data: `0x${'00'.repeat(2_000_000)}` }])
    const node = await startUpstream((_path, body) => {
      const { id, method } = JSON.parse(body)
      return { body: `{"jsonrpc":"2.0","id":${id},"result":${method === 'eth_getLogs' ? long : '"0x7a69"'}}` }
    })
    cleanups.push(node.stop)
    const { url } = await setUp({
      chains: [`${chainId}=${node.url}`],
      rpcSocketBuffer: 8 * 1024 * 1024,
      rpcSocketsPerClient: 1,
    })
    const { socket } = await open(url)
    socket.pause()
    for (let id = 0; id < 12; id++)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_getLogs', params: [{}] }))
    // Its place is free only after the service has closed it.
    await until(async () => (await refusalOrOpen(url)) === 'open')
  }, 60_000)

  test('is closed with 1001 when the services stop', async () => {
    const { url, services } = await setUp()
    const { ask, closed } = await open(url)
    await ask('eth_subscribe', ['newHeads'])
    await services.close()
    expect(await closed).toBe(1001)
  })
})

async function refusalOrOpen(url: string): Promise<string> {
  const socket = new WebSocket(url)
  cleanups.push(() => socket.terminate())
  return new Promise((resolve) => {
    socket.on('open', () => resolve('open'))
    socket.on('error', () => resolve('refused'))
  })
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
