import { afterEach, expect, test } from 'vitest'
import { startChain } from '../../testing/startChain.js'
import { forward } from '../../testing/startNode.js'
import { startService } from '../../testing/startService.js'
import { startUpstream } from '../../testing/startUpstream.js'

const chainId = 'eip155:31337'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts the service on a node that counts its calls. */
async function setUp(settings: Parameters<typeof startService>[1]) {
  const chain = await startChain()
  cleanups.push(chain.stop)
  let calls = 0
  const node = await startUpstream(async (_path, body) => {
    calls += [JSON.parse(body)].flat().length
    return { body: await forward(chain.url, body) }
  })
  cleanups.push(node.stop)
  const service = await startService(node.url, settings)
  cleanups.push(service.close)
  return { ...service, calls: () => calls }
}

const routes = ['balance', 'history', 'nfts'] as const
const account = (index: number) => `0x${(2n ** 150n + BigInt(index)).toString(16).padStart(40, '0')}`

test('10,000 addresses asked by one client cost less than 2,000 calls, and a neighbour is answered as before', async () => {
  const { requestFrom, calls, clock } = await setUp({ readBurst: 1_000, httpBurst: 1_000 })
  const ask = async (client: string, index: number, route: string) =>
    (await requestFrom(client, `/v1/account/${account(index)}/${route}?chainId=${chainId}`)).status
  const seen = new Map<number, number>()
  for (let index = 0; index < 10_000; index++) {
    const status = await ask('203.0.113.7', index, routes[index % 3] ?? 'balance')
    seen.set(status, (seen.get(status) ?? 0) + 1)
    // As fast as the limit of HTTP requests lets anyone ask.
    clock.advance(10)
  }
  expect([...seen.keys()].sort()).toEqual([200, 429])
  expect(seen.get(200)).toBeGreaterThan(20)
  expect(calls()).toBeLessThan(2_000)
  for (const route of routes) expect(await ask('203.0.113.8', 20_000, route)).toBe(200)
}, 240_000)

test('a stored answer is free for a client without calls left', async () => {
  const { requestFrom } = await setUp({ readRate: 1, readBurst: 1 })
  const ask = async (client: string, index: number) =>
    (await requestFrom(client, `/v1/account/${account(index)}/balance?chainId=${chainId}`)).status
  expect(await ask('203.0.113.7', 1)).toBe(200)
  expect(await ask('203.0.113.7', 2)).toBe(429)
  expect(await ask('203.0.113.7', 1)).toBe(200)
  expect(await ask('203.0.113.8', 2)).toBe(200)
  expect(await ask('203.0.113.7', 2)).toBe(200)
}, 60_000)
