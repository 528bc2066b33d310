import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contracts, deployAll } from '../../../../chains/src/index.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { forward } from '../../testing/startNode.js'
import { owner, type Question, startService, type Told } from '../../testing/startService.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'

const chainId = 'eip155:31337'
/** The longest time for any answer, in milliseconds. */
const longest = 15_000

/** Every route that calls the chain. */
const questions: { readonly [name: string]: Question } = {
  balance: { path: `/v1/account/${owner}/balance?chainId=${chainId}` },
  'balance of all chains': { path: `/v1/account/${owner}/balance` },
  history: { path: `/v1/account/${owner}/history?chainId=${chainId}` },
  nfts: { path: `/v1/account/${owner}/nfts?chainId=${chainId}` },
  'nft image': { path: `/v1/nft/${chainId}/${contracts.scenes}/1/image` },
  identity: { path: `/v1/identity/${owner}` },
  avatar: { path: `/v1/identity/${owner}/avatar` },
  profile: { path: '/v1/profile/account/juniper.eth' },
  'gas price': { path: `/v1/convert/gas-price?chainId=${chainId}` },
  prices: {
    path: '/v1/fungible/price',
    body: { currency: 'usd', addresses: [`${chainId}:${contracts.dollar}`] },
  },
  proxy: { path: `/v1/?chainId=${chainId}`, body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' } },
}

/** A node's faulty behaviour; `sound` passes the request on to the chain. */
type Fault = (sound: () => Promise<string>, asked: string) => UpstreamAnswer | Promise<UpstreamAnswer>

type Reply = { readonly id: unknown; readonly result?: unknown }

/** Replaces each reply of a batch, or a single reply. */
function each(change: (reply: Reply) => object): Fault {
  return async (sound) => {
    const answer: Reply | readonly Reply[] = JSON.parse(await sound())
    const changed = [answer].flat().map((reply) => change(reply))
    return { body: JSON.stringify(Array.isArray(answer) ? changed : changed[0]) }
  }
}
/** Answers blocks and logs correctly, and contract calls wrongly. */
const onlyCalls =
  (fault: Fault): Fault =>
  async (sound, asked) =>
    asked.includes('"eth_call"') ? fault(sound, asked) : { body: await sound() }
const result = (value: unknown): Fault => each(({ id }) => ({ jsonrpc: '2.0', id, result: value }))

const faults: { readonly [name: string]: Fault } = {
  'breaks off': () => 'break',
  'answers 429 with Retry-After': () => ({ status: 429, headers: { 'retry-after': '9' }, body: '{}' }),
  'answers 502 with a page': () => ({ status: 502, body: '<html><h1>Bad gateway</h1></html>' }),
  'answers 200 with a page': () => ({ body: '<html>' }),
  'answers truncated JSON': async (sound) => ({ body: (await sound()).slice(0, -9) }),
  'answers without an end': () => ({ isEndless: true }),
  'sends elsewhere': () => ({ status: 302, headers: { location: 'http://169.254.169.254/' } }),
  'answers null': () => ({ body: 'null' }),
  'answers an empty list': () => ({ body: '[]' }),
  'answers others than were asked': each(({ id, ...reply }) => ({ ...reply, id: `${id}0` })),
  'knows no result': result(null),
  'has numbers for results': result(1e30),
  'has NaN for results': result('NaN'),
  'has negative results': result('-0x1'),
  'has objects for results': result({ __proto__: null, toString: 1 }),
  'has lists for results': result([[[]], null, 7]),
  'has empty results': result('0x'),
  'has the largest results': result(`0x${'f'.repeat(64)}`),
  'has megabytes of zeros': result(`0x${'0'.repeat(2_000_000)}`),
  'refuses each call': each(({ id }) => ({
    jsonrpc: '2.0',
    id,
    error: { code: -32000, message: '<script>alert(1)</script>' },
  })),
  'refuses to call contracts': onlyCalls(
    each(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32000, message: 'header not found' } })),
  ),
  'has empty results of contracts': onlyCalls(result('0x')),
  'is at its limit': each(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32005, message: 'limit' } })),
  'tells an error in no known form': each(({ id }) => ({ jsonrpc: '2.0', id, error: 7 })),
}

let chain: TestChain
const cleanups: (() => unknown)[] = []
const sound = new Map<string, Told>()

beforeAll(async () => {
  chain = await startChain()
  await deployAll(chain.url)
  const service = await startService(chain.url)
  for (const [name, question] of Object.entries(questions)) sound.set(name, await service.ask(question))
  await service.close()
}, 120_000)
afterAll(() => chain.stop())
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp() {
  let fault: Fault | undefined
  const node = await startUpstream((_path, body) => {
    const ask = () => forward(chain.url, body)
    return fault === undefined ? ask().then((text) => ({ body: text })) : fault(ask, body)
  })
  cleanups.push(node.stop)
  const service = await startService(node.url)
  cleanups.push(service.close)
  return {
    ...service,
    fail(one: Fault | undefined) {
      fault = one
    },
  }
}

test('with a sound chain each route answers', () => {
  const statuses = [...sound].map(([name, { status }]) => [name, status])
  expect(statuses).toEqual(Object.keys(questions).map((name) => [name, 200]))
})

describe('each route, while the node', { timeout: 120_000 }, () => {
  test.each(Object.entries(faults))(
    '%s: gives a documented answer, and a correct one once the node recovers',
    async (kind, fault) => {
      const { ask, fail, lines, clock } = await setUp()
      fail(fault)
      // The service waits before it asks a node again that is at its limit.
      const isWaiting = kind === 'is at its limit'
      for (const [name, question] of Object.entries(questions)) {
        const asked = ask(question)
        expectStated(name, await (isWaiting ? whileTimePasses(clock, asked) : asked))
      }
      expect(lines.join('')).not.toMatch(/http\.failed|indexFailed|watchFailed/)
      fail(undefined)
      // Let the cached failures expire.
      clock.advance(660_000)
      for (const [name, question] of Object.entries(questions)) await expectSound(name, () => ask(question))
    },
  )

  test('hangs: a documented answer within 15 s', async () => {
    const { ask, fail, clock, lines } = await setUp()
    fail(() => 'hang')
    for (const [name, question] of Object.entries(questions)) {
      let isDone = false
      const asked = ask(question).finally(() => {
        isDone = true
      })
      const startedAt = clock.steadyNow()
      while (!isDone && clock.steadyNow() - startedAt <= longest) {
        clock.advance(500)
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      }
      expect([name, clock.steadyNow() - startedAt]).toEqual([
        name,
        expect.toSatisfy((time) => time <= longest),
      ])
      expectStated(name, await asked)
    }
    expect(lines.join('')).not.toMatch(/http\.failed|indexFailed|watchFailed/)
    fail(undefined)
    clock.advance(660_000)
    for (const [name, question] of Object.entries(questions)) await expectSound(name, () => ask(question))
  })

  test('fails half-way: a documented answer, then a correct one', async () => {
    for (const after of [1, 2, 3, 5, 8]) {
      const { ask, fail, clock, lines } = await setUp()
      for (const [name, question] of Object.entries(questions)) {
        let count = 0
        fail(async (chainAsked) =>
          count++ < after ? { body: await chainAsked() } : { status: 502, body: '<html>' },
        )
        expectStated(name, await ask(question))
      }
      expect(lines.join('')).not.toMatch(/http\.failed|indexFailed|watchFailed/)
      fail(undefined)
      clock.advance(660_000)
      for (const [name, question] of Object.entries(questions)) await expectSound(name, () => ask(question))
    }
  })
})

describe('a chain that stops', { timeout: 60_000 }, () => {
  test('stops making blocks: serves the known data, and continues when the chain does', async () => {
    const { ask, clock } = await setUp()
    const history = async () => {
      const { status, body } = await ask(questions.history as Question)
      expect(status).toBe(200)
      return (body as { readonly data: readonly { readonly metadata: { readonly status: string } }[] }).data
    }
    const before = await history()
    await chain.request('evm_setAutomine', [false])
    cleanups.push(async () => {
      await chain.request('evm_setAutomine', [true])
    })
    await chain.request('eth_sendTransaction', [
      { from: owner, to: contracts.dollar, value: '0x0', gas: '0x186a0' },
    ])
    for (let look = 0; look < 5; look++) {
      clock.advance(60_000)
      const [first, ...rest] = await history()
      expect(first?.metadata.status).toBe('pending')
      expect(rest).toEqual(before.slice(0, rest.length))
    }
    await chain.request('evm_mine')
    const [mined] = await history()
    expect(mined?.metadata.status).not.toBe('pending')
  })
})

function expectStated(name: string, { status, body }: Told): void {
  expect([name, status]).toEqual([name, expect.toSatisfy((one) => [200, 404, 502].includes(one))])
  // An answer of 200 was checked against its schema.
  if (status !== 200)
    expect([name, body]).toMatchObject([
      name,
      {
        error: {
          code: expect.stringMatching(/^(NOT_FOUND|CHAIN_UNREACHABLE)$/),
          message: expect.any(String),
        },
      },
    ])
}

/** The history becomes complete after several polls. Prices are made anew. */
async function expectSound(name: string, ask: () => Promise<Told>): Promise<void> {
  const expected = sound.get(name)
  const untimed = (body: unknown) =>
    JSON.parse(JSON.stringify(body, (key, value) => (key === 'pricedAt' ? undefined : value)) ?? 'null')
  const isSame = (told: Told) => isDeepStrictEqual(untimed(told.body), untimed(expected?.body))
  let told = await ask()
  for (let look = 0; look < 5 && !isSame(told); look++) told = await ask()
  expect([name, told.status, untimed(told.body)]).toEqual([name, expected?.status, untimed(expected?.body)])
}
