import { afterEach, describe, expect, test } from 'vitest'
import { startService } from '../testing/startService.js'
import { startUpstream } from '../testing/startUpstream.js'
import { whileTimePasses } from '../testing/whileTimePasses.js'

const chainId = 'eip155:31337'
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Starts the service on a node that answers every call with the same number. */
async function setUp(settings: Parameters<typeof startService>[1]) {
  const node = await startUpstream((_, body) => {
    const calls = JSON.parse(body)
    const answer = (call: { readonly id: number }) => ({ jsonrpc: '2.0', id: call.id, result: '0x7a69' })
    return { body: JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)) }
  })
  cleanups.push(node.stop)
  const service = await startService(node.url, settings)
  cleanups.push(service.close)
  return service
}

test('a call with deeply nested parameters is refused, and the node is not blamed for it', async () => {
  const service = await setUp({ rpcBurst: 1_000 })
  const path = `/v1/?chainId=${chainId}`
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_call' }
  const nested = (depth: number, [open, close]: readonly [string, string]) =>
    `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${open.repeat(depth)}${close.repeat(depth)}}`
  const lists = ['[', ']'] as const
  for (const body of [
    nested(65, lists),
    nested(8_000, lists),
    nested(20_000, lists),
    nested(20_000, lists),
  ]) {
    const told = await service.ask({ path, body })
    expect([told.status, told.body]).toMatchObject([200, { id: 1, error: { code: -32600 } }])
  }
  const objects = `[${'{"a":'.repeat(64)}1${'}'.repeat(64)}]`
  const told = await service.ask({
    path,
    body: `[{"jsonrpc":"2.0","id":2,"method":"eth_call","params":${objects}}]`,
  })
  expect(told.body).toMatchObject([{ id: 2, error: { code: -32600 } }])
  expect((await service.ask({ path, body: { ...call, params: [] } })).body).toMatchObject({
    result: '0x7a69',
  })
  expect((await service.ask({ path, body: nested(64, lists) })).status).toBe(200)
})

describe("what counts against a client's limit", () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
  const path = `/v1/?chainId=${chainId}`

  test('each request of a batch counts, not the HTTP body', async () => {
    const { ask, clock } = await setUp({ rpcRate: 1, rpcBurst: 50 })
    const list = Array.from({ length: 40 }, (_, index) => ({ ...call, id: index }))
    expect((await ask({ path, body: list })).status).toBe(200)
    expect((await ask({ path, body: list })).status).toBe(429)
    // The refused batch cost nothing.
    expect((await ask({ path, body: list.slice(0, 10) })).status).toBe(200)
    expect((await ask({ path, body: call })).status).toBe(429)
    clock.advance(40_000)
    expect((await ask({ path, body: list })).status).toBe(200)
  })

  test.each([
    ['eth_chainId', 20],
    ['eth_call', 10],
    ['eth_getLogs', 2],
    ['eth_simulateV1', 1],
  ])('%s may be asked %i times where a client has twenty calls', async (method, count) => {
    const { ask } = await setUp({ rpcRate: 1, rpcBurst: 20 })
    const params = method === 'eth_simulateV1' ? [{ blockStateCalls: [] }] : []
    const statuses = []
    for (let index = 0; index <= count; index++)
      statuses.push((await ask({ path, body: { ...call, method, params } })).status)
    expect(statuses.filter((status) => status !== 429)).toHaveLength(count)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a refused method costs nothing', async () => {
    const { ask } = await setUp({ rpcRate: 1, rpcBurst: 1 })
    const body = { ...call, method: 'eth_subscribe', params: ['newHeads'] }
    for (let index = 0; index < 3; index++)
      expect((await ask({ path, body })).body).toMatchObject({ error: { code: -32601 } })
    expect((await ask({ path, body: call })).status).toBe(200)
  })

  test('a body of 256 kB is read, also where other routes read less; a longer one is refused', async () => {
    const { ask } = await setUp({ httpBodySize: 1_024 })
    const bodyOf = (size: number) => {
      const text = (data: string) => JSON.stringify({ ...call, method: 'eth_call', params: [{ data }] })
      return text('x'.repeat(size - text('').length))
    }
    expect((await ask({ path, body: bodyOf(262_144) })).status).toBe(200)
    const { status, body } = await ask({ path, body: bodyOf(262_145) })
    expect([status, body]).toMatchObject([
      413,
      { error: { code: 'BODY_TOO_LARGE', details: 'more than 262144 bytes' } },
    ])
    expect((await ask({ path: '/v1/fungible/price', body: bodyOf(2_000) })).status).toBe(413)
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
    expect(body).toMatchObject({ result: '0x7a69' })
  })
})

describe('readings that a client may cause', () => {
  const account = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
  const historyOf = (index: number) => ({ path: `/v1/account/${account(index)}/history?chainId=${chainId}` })
  const balanceOf = (index: number) => ({ path: `/v1/account/${account(index)}/balance?chainId=${chainId}` })

  test('error: new histories beyond the limit, until their share is earned', async () => {
    const { ask, clock } = await setUp({ readRate: 1, readBurst: 40 })
    const statusOf = async (index: number) => (await ask(historyOf(index))).status
    expect(await statusOf(1)).not.toBe(429)
    expect(await statusOf(2)).toBe(429)
    expect((await ask(balanceOf(8))).status).toBe(429)
    clock.advance(600_000)
    expect(await statusOf(2)).not.toBe(429)
  })

  test('a refusal says when to come back', async () => {
    const { ask, request } = await setUp({ readRate: 1, readBurst: 1 })
    await ask(historyOf(1))
    const refused = await request(historyOf(2).path, {})
    expect(refused.status).toBe(429)
    // It owes the share of the account that was let in, and at most a whole burst.
    expect(refused.headers.get('retry-after')).toBe('2')
  })

  test('all clients of one project share a budget, separate from other projects', async () => {
    const { requestFrom } = await setUp({
      readRate: 1,
      readBurst: 50,
      projectClients: 2,
      projects: [{ id: 'crowded' }, { id: 'quiet' }],
    })
    const statusOf = async (index: number, projectId: string) =>
      (await requestFrom(`203.0.113.${index}`, `${historyOf(index).path}&projectId=${projectId}`)).status
    const statuses = []
    for (const index of [1, 2, 3, 4, 5]) statuses.push(await statusOf(index, 'crowded'))
    expect(statuses[0]).not.toBe(429)
    expect(statuses.at(-1)).toBe(429)
    expect(await statusOf(6, 'quiet')).not.toBe(429)
  })

  test('an address that names several projects has twice the calls, not that of each', async () => {
    const projects = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
    const { requestFrom } = await setUp({ readRate: 1, readBurst: 45, projects })
    const statuses = []
    for (const [index, { id }] of projects.entries())
      statuses.push((await requestFrom('203.0.113.1', `${historyOf(index + 1).path}&projectId=${id}`)).status)
    expect(statuses[0]).not.toBe(429)
    expect(statuses.at(-1)).toBe(429)
  })

  test('one client uses up no plan of an indexer: others are still answered from it', async () => {
    let calls = 0
    const explorer = await startUpstream(() => {
      calls++
      return { body: JSON.stringify({ status: '0', message: 'No transactions found', result: [] }) }
    })
    cleanups.push(explorer.stop)
    const sources = [`${chainId}=etherscan@1000:${explorer.url}/api`]
    const { requestFrom, clock } = await setUp({ sources, indexerRate: 10, indexerBurst: 30 })
    const path = (index: number) => `/v1/account/${account(index)}/nfts?chainId=${chainId}`
    const callsOf = async (client: string, first: number) => {
      const before = calls
      for (let index = first; index < first + 40; index++)
        await whileTimePasses(clock, Promise.resolve(requestFrom(client, path(index))))
      return calls - before
    }
    // Each account costs a few calls.
    const first = await callsOf('203.0.113.1', 100)
    expect(first).toBeGreaterThan(20)
    expect(first).toBeLessThan(36)
    expect(await callsOf('203.0.113.1', 200)).toBeLessThan(5)
    expect(await callsOf('203.0.113.2', 300)).toBeGreaterThan(20)
    clock.advance(60_000)
    expect(await callsOf('203.0.113.1', 400)).toBeGreaterThan(5)
  })
})
