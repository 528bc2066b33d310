import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { defineNetwork } from '../networks/defineNetwork.js'
import { createTestClock } from '../testing/createTestClock.js'
import { jsonRpc, RpcError } from './jsonRpc.js'

type Say = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A node that gives these answers in order and then repeats the last; without answers it hangs. */
async function node(...answers: readonly Say[]) {
  let asked = 0
  const server = createServer((_, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked++
    if (answer === undefined) return
    if (answer.body === 'gone') return response.destroy()
    response.writeHead(answer.status ?? 200, answer.headers)
    response.end(answer.body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

function ask(clock: ReturnType<typeof createTestClock>, ...urls: readonly string[]) {
  const network = defineNetwork({
    id: 1,
    name: 'One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: urls[0] as string,
  })
  const rpcUrls = { default: { http: urls } }
  return jsonRpc({ clock, network: { ...network, rpcUrls } }, { method: 'eth_blockNumber' })
}

const good = { body: '{"jsonrpc":"2.0","id":1,"result":"0x5"}' }
const refused = { status: 429, headers: { 'retry-after': '86400' }, body: '{}' }

describe('jsonRpc', () => {
  test('answers from the first address that works', async () => {
    const first = await node({ status: 502, body: '<h1>502</h1>' })
    const second = await node(good)
    expect(await ask(createTestClock(), first.url, second.url)).toBe('0x5')
    expect([first.asked(), second.asked()]).toEqual([1, 1])
  })

  test('error: does not wait for a node that asks for a wait of a day', async () => {
    const { url, asked } = await node(refused)
    await expect(ask(createTestClock(), url)).rejects.toMatchObject({ code: 'SERVICE_REFUSED' })
    expect(asked()).toBe(1)
  })

  test('error: gives up after 12 s however many nodes hang', async () => {
    const clock = createTestClock()
    const nodes = [await node(), await node(), await node()]
    const startedAt = clock.now()
    const asking = ask(clock, ...nodes.map(({ url }) => url)).catch((error: unknown) => error)
    let failure: unknown
    void asking.then((error) => {
      failure = error
    })
    while (failure === undefined) {
      await clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
      expect(clock.now() - startedAt).toBeLessThan(13_000)
    }
    expect(failure).toMatchObject({ code: 'SERVICE_TIMED_OUT' })
  })

  test('retries once after a broken connection', async () => {
    const clock = createTestClock()
    const { url } = await node({ body: 'gone' }, good)
    const asking = ask(clock, url)
    let isDone = false
    void asking.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await clock.advance(50)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await asking).toBe('0x5')
  })

  test("error: a node's own error is passed on, also with an error status", async () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"execution reverted","data":"0x08"}}'
    const { url } = await node({ status: 400, body })
    const failure = ask(createTestClock(), url)
    await expect(failure).rejects.toBeInstanceOf(RpcError)
    await expect(failure).rejects.toMatchObject({ code: 3, data: '0x08' })
  })

  test.each([
    '<h1>Log in</h1>',
    '{"jsonrpc":"2.0","id":1',
    'null',
    '{"jsonrpc":"2.0","id":1}',
    '{"error":"no"}',
  ])('error: %s is not an answer', async (body) => {
    const { url } = await node({ body })
    await expect(ask(createTestClock(), url)).rejects.toMatchObject({ code: 'SERVICE_ANSWER_INVALID' })
  })
})

describe("the host's service", () => {
  const network = defineNetwork({
    ...{ id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:1' },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  })
  const error = (code: number) => ({
    body: `{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"no"}}`,
  })

  async function askWith(service: Say, clock = createTestClock()) {
    const [first, second] = [await node(service), await node(good)]
    const rpcUrls = { default: { http: [second.url] }, service: { http: [first.url] } }
    const asking = () => jsonRpc({ clock, network: { ...network, rpcUrls } }, { method: 'eth_blockNumber' })
    return { asking, asked: () => [first.asked(), second.asked()] }
  }

  test('is asked first; no node is asked if it answers', async () => {
    const { asking, asked } = await askWith({ body: '{"jsonrpc":"2.0","id":1,"result":"0x7"}' })
    expect(await asking()).toBe('0x7')
    expect(asked()).toEqual([1, 0])
  })

  test.each<[string, Say]>([
    ['does not serve the chain', { status: 400, body: '{"error":{"code":"INVALID_QUERY","message":"no"}}' }],
    [
      'has no node that answers',
      { status: 502, body: '{"error":{"code":"CHAIN_UNREACHABLE","message":"no"}}' },
    ],
    ['is gone', { body: 'gone' }],
  ])('%s: the node answers, and for half a minute only the node is asked', async (_, say) => {
    const clock = createTestClock()
    const { asking, asked } = await askWith(say, clock)
    expect(await asking()).toBe('0x5')
    expect(await asking()).toBe('0x5')
    expect(asked()).toEqual([1, 2])
    await clock.advance(30_000)
    await asking()
    expect(asked()).toEqual([2, 3])
  })

  test('if it refuses a method, the node answers, and the next request goes to the service again', async () => {
    const { asking, asked } = await askWith(error(-32601))
    expect(await asking()).toBe('0x5')
    expect(await asking()).toBe('0x5')
    expect(asked()).toEqual([2, 2])
  })

  test("error: after a chain's own error no other address is asked", async () => {
    const { asking, asked } = await askWith(error(3))
    await expect(asking()).rejects.toMatchObject({ code: 3 })
    expect(asked()).toEqual([1, 0])
  })
})
