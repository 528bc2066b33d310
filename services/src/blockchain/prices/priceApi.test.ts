import { getAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import type { Contracts } from '../contracts.js'
import { nativeAddress } from '../tokens.js'
import { type PriceUnits, toPriceNumber, toPriceUnits, worthOf } from './price.js'
import { createPrices } from './prices.js'

const one = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const two = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const key = 'CG-ThisIsAKey'
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const contracts: Contracts = {
  read: () => Promise.reject(new Error('asked the chain')),
  readApart: () => Promise.reject(new Error('asked the chain')),
}

async function setUp(
  answer: (path: string) => UpstreamAnswer,
  chainId: `eip155:${number}` = 'eip155:1',
  pricePerMinute = 30,
) {
  const upstream = await startUpstream(answer)
  cleanups.push(upstream.stop)
  const clock = createTestClock()
  const lines: string[] = []
  const context = createContext({
    settings: {
      priceUrl: `${upstream.url}/api/v3`,
      priceKey: key,
      pricePerMinute,
      pricePlatforms: ['eip155:7=seven/sevencoin'],
    },
    log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
  })
  const prices = createPrices(context, chainId, contracts)
  const of = async (...addresses: readonly `0x${string}`[]) => {
    const known = await prices.of(addresses.map((address) => ({ address, decimals: 6 })))
    return Object.fromEntries([...known].map(([address, price]) => [address, toPriceNumber(price.units)]))
  }
  const as = <value>(client: string, work: () => value) =>
    context.callers.run({ client, project: undefined, address: client }, work)
  return { upstream, clock, lines, of, as, prices, context }
}

const json = (value: unknown): UpstreamAnswer => ({ body: JSON.stringify(value) })

describe('a price service', () => {
  test('answers and failures are counted in the log', async () => {
    let isDown = false
    const { of, clock, lines } = await setUp(() => (isDown ? { status: 500 } : json({})))
    const counted = () =>
      lines.splice(0).map((line) => {
        const { event, source, method, state, count } = JSON.parse(line)
        return [event, source, method, state, count]
      })
    await of(one)
    clock.advance(30_000)
    await of(one)
    clock.advance(30_000)
    isDown = true
    await of(one)
    expect(counted()).toEqual([
      ['blockchain.source', 'priceApi', 'prices', 'answered', 1],
      ['blockchain.source', 'priceApi', 'prices', 'answered', 2],
      ['blockchain.source', 'priceApi', 'prices', 'failed', 1],
    ])
  })

  test('asks for contracts and the coin with its key, once in 30 s', async () => {
    const { upstream, clock, of } = await setUp((path) =>
      path.includes('/simple/price')
        ? json({ ethereum: { usd: 2_500.5 } })
        : json({ [one.toLowerCase()]: { usd: 1.01 } }),
    )
    expect(await of(one, two, nativeAddress)).toEqual({ [one]: 1.01, [nativeAddress]: 2_500.5 })
    expect([...upstream.asked].sort()).toEqual([
      'GET /api/v3/simple/price?ids=ethereum&vs_currencies=usd&include_last_updated_at=true',
      `GET /api/v3/simple/token_price/ethereum?contract_addresses=${one}%2C${two}&vs_currencies=usd&include_last_updated_at=true`,
    ])
    expect(upstream.headers.map((header) => header['x-cg-demo-api-key'])).toEqual([key, key])
    clock.advance(29_999)
    await of(one)
    expect(upstream.asked).toHaveLength(2)
    clock.advance(1)
    await of(one)
    expect(upstream.asked).toHaveLength(3)
  })

  test('uses the configured chain name, and skips a chain without one', async () => {
    const named = await setUp(() => json({ sevencoin: { usd: 3 } }), 'eip155:7')
    expect(await named.of(nativeAddress)).toEqual({ [nativeAddress]: 3 })
    const other = await setUp(() => json({}), 'eip155:424242')
    expect(await other.of(nativeAddress)).toEqual({})
    expect(other.upstream.asked).toEqual([])
  })

  test.each([
    ['a text', '"1"'],
    ['1e30', '1e30'],
    ['1e999', '1e999'],
    ['negative', '-1'],
    ['zero', '0'],
    ['null', 'null'],
    ['an object', '{"usd":1}'],
  ])('a price that is %s is none', async (_name, price) => {
    const { of } = await setUp(() => ({ body: `{"${one}":{"usd":${price}},"${two}":{"usd":2}}` }))
    expect(await of(one, two)).toEqual({ [two]: 2 })
  })

  test('ignores tokens that were not requested, and inherited property names', async () => {
    const { of } = await setUp(() => ({
      body: `{"${two}":{"usd":1},"__proto__":{"usd":1},"constructor":{"usd":1}}`,
    }))
    expect(await of(one)).toEqual({})
  })

  test.each<[string, UpstreamAnswer]>([
    ['502 with a page', { status: 502, body: '<html>bad gateway</html>' }],
    ['a page', { body: '<html>' }],
    ['truncated JSON', { body: '{"a":{"us' }],
    ['a text', { body: '"a"' }],
    ['10 MB', { body: `{"a":"${'x'.repeat(10_000_000)}"}` }],
    ['an endless body', { isEndless: true }],
    ['a broken line', 'break'],
    ['another place', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
  ])('error: %s: no price, and the reason in the log without address and key', async (_name, answer) => {
    const { of, lines } = await setUp(() => answer)
    expect(await of(one)).toEqual({})
    expect(lines.join()).toMatch(/"blockchain\.source".*"method":"prices","state":"failed"/)
    expect(lines.join()).not.toMatch(/127\.0\.0\.1|CG-/)
  })

  test('error: a service that hangs; the request continues without prices after 4 s', async () => {
    const { of, clock, upstream } = await setUp(() => 'hang')
    const asked = of(one)
    while (upstream.asked.length === 0) await new Promise(setImmediate)
    clock.advance(4_000)
    expect(await asked).toEqual({})
  })

  test('429: makes no requests for as long as the service says', async () => {
    let isFull = true
    const { of, clock, upstream } = await setUp(() =>
      isFull ? { status: 429, headers: { 'retry-after': '90' } } : json({ [one]: { usd: 1 } }),
    )
    expect(await of(one)).toEqual({})
    isFull = false
    clock.advance(85_000)
    expect(await of(one)).toEqual({})
    expect(upstream.asked).toHaveLength(1)
    clock.advance(30_000)
    expect(await of(one)).toEqual({ [one]: 1 })
  })
})

describe('a price service that fails', () => {
  const answers = { isBroken: false }
  const answer = (): UpstreamAnswer =>
    answers.isBroken
      ? { status: 502 }
      : json({ [one.toLowerCase()]: { usd: 2, last_updated_at: 1_767_225_540 } })

  test('its last price counts for an hour, with the time at which it was made', async () => {
    answers.isBroken = false
    const { of, prices, clock } = await setUp(answer)
    expect(await of(one)).toEqual({ [one]: 2 })
    answers.isBroken = true
    clock.advance(3_500_000)
    const known = await prices.of([{ address: one, decimals: 6 }])
    expect(known.get(one)).toMatchObject({ at: 1_767_225_540_000, isUnconfirmed: false })
    clock.advance(100_001)
    expect(await of(one)).toEqual({})
  })

  test('a token without a price any more has none', async () => {
    let known: object = { [one]: { usd: 2 } }
    const { of, clock } = await setUp(() => json(known))
    expect(await of(one)).toEqual({ [one]: 2 })
    known = {}
    clock.advance(30_000)
    expect(await of(one)).toEqual({})
    clock.advance(30_000)
    expect(await of(one)).toEqual({})
  })

  test('a service that hangs: the last price is told after 4 s', async () => {
    let isHanging = false
    const { of, clock, upstream } = await setUp(() => (isHanging ? 'hang' : json({ [one]: { usd: 2 } })))
    await of(one)
    isHanging = true
    clock.advance(60_000)
    const asked = of(one)
    while (upstream.asked.length < 2) await new Promise(setImmediate)
    clock.advance(4_000)
    expect(await asked).toEqual({ [one]: 2 })
  })
})

const tokenOf = (index: number) => getAddress(`0x${(index + 1).toString(16).padStart(40, '0')}`)
const contractsOf = (path: string): readonly string[] => path.match(/0x[0-9a-fA-F]{40}/g) ?? []

describe('a price service that allows few contracts of a request', () => {
  const tooMany: UpstreamAnswer = {
    status: 400,
    body: '{"error_code":10012,"error_message":"Your request exceeds the number of contract addresses"}',
  }
  const known = (path: string) =>
    path.includes('/simple/price')
      ? json({ ethereum: { usd: 2_500 } })
      : json(Object.fromEntries(contractsOf(path).map((token) => [token, { usd: 3 }])))
  const eight = Array.from({ length: 8 }, (_, index) => tokenOf(index))

  test.each([
    ['says so', tooMany, 1],
    ['says so', tooMany, 2],
    ['does not say why', { status: 400, body: '<html>' }, 1],
  ])('that %s gets smaller ones, of the size that works from then on', async (_name, refusal, most) => {
    const { of, upstream, clock, context } = await setUp(
      (path) => (contractsOf(path).length > most ? (refusal as UpstreamAnswer) : known(path)),
      'eip155:1',
      100,
    )
    expect(Object.keys(await of(nativeAddress, ...eight))).toHaveLength(9)
    const before = upstream.asked.length
    expect(before).toBeLessThan(14)
    clock.advance(60_000)
    await of(...eight)
    expect(upstream.asked.length - before).toBe(8 / most)
    expect(context.health.troubles()).toEqual([])
  })

  test.each([400, 404])('rests for nobody when it refuses some with %s', async (status) => {
    const bad = tokenOf(99)
    const { of, clock, upstream } = await setUp((path) =>
      contractsOf(path).includes(bad) ? { status } : known(path),
    )
    for (let round = 0; round < 4; round++) {
      expect(await of(bad)).toEqual({})
      clock.advance(60_000)
    }
    expect(await of(nativeAddress, one, bad)).toMatchObject({ [nativeAddress]: 2_500 })
    if (status === 400) expect(await of(one)).toEqual({ [one]: 3 })
    clock.advance(60_000)
    const before = upstream.asked.length
    await of(one, two)
    // A wrong address does not make later requests smaller.
    expect(upstream.asked.length - before).toBe(1)
  })

  test('that refuses the key is not asked in parts', async () => {
    const { of, upstream } = await setUp(() => ({ status: 400, body: '{"error_code":10011}' }))
    expect(await of(...eight)).toEqual({})
    expect(upstream.asked).toHaveLength(1)
  })

  test('a part that fails leaves the others their prices, and keeps its own last ones', async () => {
    let isBroken = false
    const many = Array.from({ length: 101 }, (_, index) => tokenOf(index))
    const { of, clock, lines } = await setUp((path) =>
      isBroken && contractsOf(path).length === 1 ? { status: 502 } : known(path),
    )
    await of(nativeAddress, ...many)
    isBroken = true
    clock.advance(30_000)
    expect(Object.keys(await of(nativeAddress, ...many))).toHaveLength(102)
    expect(lines.join()).toMatch(/"method":"prices","state":"failed"/)
    clock.advance(3_600_001)
    expect(Object.keys(await of(nativeAddress, ...many))).toHaveLength(101)
  })

  test('gets larger ones again after six hours, if it allows more by then', async () => {
    let most = 2
    const { of, upstream, clock } = await setUp(
      (path) => (contractsOf(path).length > most ? tooMany : known(path)),
      'eip155:1',
      100,
    )
    await of(...eight)
    most = 100
    clock.advance(5 * 3_600_000)
    const before = upstream.asked.length
    await of(...eight)
    expect(upstream.asked.length - before).toBe(4)
    clock.advance(3_600_000)
    await of(...eight)
    expect(upstream.asked.length - before).toBe(5)
  })

  test('that refuses a part of a client whose share is used up hides the others from nobody', async () => {
    const bad = tokenOf(500)
    const many = Array.from({ length: 100 }, (_, index) => tokenOf(index + 200))
    const { of, as, upstream } = await setUp((path) =>
      contractsOf(path).includes(bad) ? { status: 404 } : known(path),
    )
    for (let index = 0; index < 9; index++) await as('eve', () => of(tokenOf(index)))
    // The first part takes the last request of the share.
    expect(await as('eve', () => of(bad, ...many))).toEqual({})
    expect(upstream.asked).toHaveLength(10)
    expect(Object.keys(await as('ada', () => of(...many.slice(-1))))).toHaveLength(1)
  })

  test('a client whose share is used up in the middle gets the prices of the parts before', async () => {
    const { of, as } = await setUp((path) => (contractsOf(path).length > 1 ? tooMany : known(path)))
    const found = await as('eve', () => of(nativeAddress, ...eight))
    expect(Object.keys(found).length).toBeGreaterThan(3)
    expect(Object.keys(found).length).toBeLessThan(9)
    expect(Object.keys(await as('ada', () => of(...eight)))).toHaveLength(8)
  })
})

describe("the price service's limit", () => {
  test('a stranger who asks for many tokens leaves requests for others, and hides no price from them', async () => {
    const { of, as, upstream } = await setUp((path) =>
      json(Object.fromEntries((path.match(/0x[0-9a-fA-F]{40}/g) ?? []).map((token) => [token, { usd: 3 }]))),
    )
    for (let index = 0; index < 60; index++) await as('eve', () => of(tokenOf(index)))
    expect(upstream.asked).toHaveLength(10)
    expect(await as('eve', () => of(two))).toEqual({})
    expect(await as('ada', () => of(two))).toEqual({ [two]: 3 })
  })

  test('of all clients together at most thirty requests a minute are sent', async () => {
    const { of, as, clock, upstream } = await setUp(() => json({}))
    const all: Promise<unknown>[] = []
    for (let index = 0; index < 50; index++) all.push(as(`client ${index}`, () => of(tokenOf(index))))
    while (upstream.asked.length < 30) await new Promise(setImmediate)
    await Promise.all(all)
    expect(upstream.asked).toHaveLength(30)
    clock.advance(61_000)
    await as('ada', () => of(one))
    expect(upstream.asked).toHaveLength(31)
  })
})

describe('price', () => {
  const units = (value: unknown) => toPriceUnits(value)
  test('a number becomes exact units and the same number again', () => {
    for (const value of [1, 0.1, 2_500.5, 1e-12, 123_456.789, 1e15]) {
      expect(toPriceNumber(units(value) as PriceUnits)).toBe(value)
    }
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [-1], [0], [1e30], ['1'], [null], [1e-30]])(
    '%s is none',
    (value) => {
      expect(units(value)).toBeUndefined()
    },
  )

  test('computes the value of the largest amount', () => {
    const price = units(1) as PriceUnits
    expect(worthOf(2n ** 256n - 1n, 0, price)).toBeUndefined()
    expect(worthOf(2n ** 256n - 1n, 36, price)).toBeUndefined()
    expect(worthOf(10n ** 51n, 36, price)).toBe(1e15)
    expect(worthOf(1n, 36, price)).toBe(0)
  })
})
