import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { startPublicNode } from '../../testing/startPublicNode.js'
import { startService } from '../../testing/startService.js'
import { account } from '../../testing/syntheticChain.js'

/*
 * The same as `strangers.test.ts` on a public chain, whose accounts are read one by one. `bench/chain-data/strangers.mjs`
 * asks for 10,000 addresses in real time.
 */

const chainId = 'eip155:1'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const routes = ['history', 'balance', 'nfts'] as const

test('1,000 random addresses asked by one client cost less than 2,000 calls, and a neighbour reads on as before', async () => {
  const node = await startPublicNode({ blocks: 1_000_000, transactions: 100 })
  cleanups.push(node.stop)
  const { requestFrom, clock, close } = await startService(node.url, {
    ...{ readBurst: 1_000, chains: [`${chainId}=${node.url}`], tokens: [] },
    ...{ ens: [], swapRouters: [], stablecoins: [] },
  })
  cleanups.push(close)
  const ask = async (client: string, owner: string, route: string) =>
    requestFrom(client, `/v1/account/${owner}/${route}?chainId=${chainId}`)
  const visit = async () => {
    for (let round = 0; round < 50; round++) {
      const response = await ask('198.51.100.8', account, 'history')
      const body = (await response.json()) as { data?: readonly unknown[]; reading?: object }
      if (response.status !== 200 || body.reading === undefined) return [response.status, body.data?.length]
    }
    return []
  }
  expect(await visit()).toEqual([200, 50])
  const before = node.total()
  const seen = new Map<number, number>()
  for (let index = 0; index < 1_000; index++) {
    const owner = `0x${randomBytes(20).toString('hex')}`
    const { status } = await ask('203.0.113.7', owner, routes[index % 3] ?? 'history')
    seen.set(status, (seen.get(status) ?? 0) + 1)
    clock.advance(10)
  }
  expect([...seen.keys()].sort()).toEqual([200, 429])
  expect(seen.get(200)).toBeGreaterThan(20)
  expect(node.total() - before).toBeLessThan(2_000)
  expect(await visit()).toEqual([200, 50])
}, 240_000)
