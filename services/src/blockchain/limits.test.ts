import { afterEach, describe, expect, test } from 'vitest'
import { startService } from '../testing/startService.js'
import { startUpstream } from '../testing/startUpstream.js'

const chainId = 'eip155:31337'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts the service on a node that answers every call with the same number. */
async function setUp(settings: Parameters<typeof startService>[1]) {
  const node = await startUpstream((_, body) => {
    const calls = JSON.parse(body)
    const answer = (call: { readonly id: number }) => ({ jsonrpc: '2.0', id: call.id, result: '0x1' })
    return { body: JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)) }
  })
  cleanups.push(node.stop)
  const service = await startService(node.url, settings)
  cleanups.push(service.close)
  return service
}

describe("what counts against a client's limit", () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
  const path = `/v1/?chainId=${chainId}`

  test('each request of a batch counts, not the HTTP body', async () => {
    const { ask, clock } = await setUp({ httpRate: 1, httpBurst: 50 })
    const list = Array.from({ length: 40 }, (_, index) => ({ ...call, id: index }))
    expect((await ask({ path, body: list })).status).toBe(200)
    expect((await ask({ path, body: list })).status).toBe(429)
    // The refused batch cost the one HTTP request that it was.
    expect((await ask({ path, body: list.slice(0, 9) })).status).toBe(200)
    expect((await ask({ path, body: call })).status).toBe(429)
    clock.advance(40_000)
    expect((await ask({ path, body: list })).status).toBe(200)
  })
})

describe('gas of a call that is passed on', () => {
  const to = '0x1111111111111111111111111111111111111111'
  const loop = { [to]: { code: '0x5b600056' } }
  const most = '0x2faf080'

  test.each([
    ['a call', 'eth_call', [{ to, gas: '0x2faf081' }, 'latest', loop]],
    ['an estimate', 'eth_estimateGas', [{ to, gas: '0xffffffffff' }]],
    ['an access list', 'eth_createAccessList', [{ to, gas: '0xffffffffff' }, 'latest']],
    ["a block's limit", 'eth_call', [{ to }, 'latest', {}, { gasLimit: '0xffffffffff' }]],
    ['a number', 'eth_call', [{ to, gas: 1e12 }, 'latest']],
    ['a decimal text', 'eth_call', [{ to, gas: '999999999999' }, 'latest']],
    ['another spelling', 'eth_call', [{ to, gas: most, Gas: '0xffffffffff' }, 'latest']],
    ['parameters by name', 'eth_call', { request: { to, gas: '0xffffffffff' } }],
  ])('%s with too much is refused, and no node is asked', async (_, method, params) => {
    const { ask } = await setUp({})
    const { status, body } = await ask({
      path: `/v1/?chainId=${chainId}`,
      body: { jsonrpc: '2.0', id: 1, method, params },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ error: { code: -32602 } })
  })

  test.each([
    ['at the limit', [{ to, gas: most }, 'latest', {}, { gasLimit: most }]],
    ['without a word of gas', [{ to }, 'latest', { [to]: { balance: '0x1' } }]],
    ['with gas left out', [{ to, gas: null }, 'latest', null, null]],
  ])('%s it is passed on', async (_, params) => {
    const { ask } = await setUp({})
    const { body } = await ask({
      path: `/v1/?chainId=${chainId}`,
      body: { jsonrpc: '2.0', id: 1, method: 'eth_call', params },
    })
    expect(body).toMatchObject({ result: '0x1' })
  })
})

describe('new accounts that one client may have followed', () => {
  const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
  const historyOf = (index: number) => ({ path: `/v1/account/${account(index)}/history?chainId=${chainId}` })

  test('error: new accounts beyond the limit; known accounts still work', async () => {
    const { ask, clock } = await setUp({ historyNewPerMinute: 2 })
    const statusOf = async (index: number) => (await ask(historyOf(index))).status
    for (const index of [1, 2]) expect(await statusOf(index)).not.toBe(429)
    expect(await statusOf(3)).toBe(429)
    expect(await statusOf(1)).not.toBe(429)
    clock.advance(30_000)
    expect(await statusOf(3)).not.toBe(429)
    expect(await statusOf(4)).toBe(429)
  })

  test('balances beyond the limit are still served', async () => {
    const { ask } = await setUp({ historyNewPerMinute: 1 })
    for (const index of [1, 2, 3]) {
      const answer = await ask({ path: `/v1/account/${account(index)}/balance?chainId=${chainId}` })
      expect(answer.status).not.toBe(429)
    }
    expect((await ask(historyOf(1))).status).not.toBe(429)
    expect((await ask(historyOf(2))).status).toBe(429)
  })

  test('all clients of one project share a budget, separate from other projects', async () => {
    const { requestFrom } = await setUp({
      historyNewPerMinute: 2,
      historyNewPerMinuteOfProject: 3,
      projects: [{ id: 'crowded' }, { id: 'quiet' }],
    })
    const statusOf = async (index: number, client: number, projectId: string) =>
      (await requestFrom(`203.0.113.${client}`, `${historyOf(index).path}&projectId=${projectId}`)).status
    for (const index of [1, 2, 3]) expect(await statusOf(index, index, 'crowded')).not.toBe(429)
    expect(await statusOf(4, 4, 'crowded')).toBe(429)
    expect(await statusOf(1, 4, 'crowded')).not.toBe(429)
    expect(await statusOf(4, 4, 'quiet')).not.toBe(429)
  })

  test('a client over its own limit uses nothing of the shared budget', async () => {
    const { requestFrom } = await setUp({ historyNewPerMinute: 1, historyNewPerMinuteOfProject: 2 })
    const statusOf = async (index: number, client: number) =>
      (await requestFrom(`203.0.113.${client}`, historyOf(index).path)).status
    expect(await statusOf(1, 1)).not.toBe(429)
    for (const index of [2, 3, 4]) expect(await statusOf(index, 1)).toBe(429)
    expect(await statusOf(5, 2)).not.toBe(429)
    expect(await statusOf(6, 3)).toBe(429)
  })
})
