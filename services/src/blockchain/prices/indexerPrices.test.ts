import { afterEach, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { whileTimePasses } from '../../testing/whileTimePasses.js'
import type { Contracts } from '../contracts.js'
import { nativeAddress } from '../tokens.js'
import { readPriceText, toPriceNumber } from './price.js'
import { createPrices } from './prices.js'

const one = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const two = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const lower = one.toLowerCase()
const key = 's3cr3tk3y'
const now = Date.UTC(2026, 0, 1, 12)
const made = '2026-01-01T11:59:00Z'
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

type Fields = { readonly [name: string]: unknown }
/** Rows by the documented shapes of Alchemy's Prices API. */
const price = (more: Fields = {}) => ({ currency: 'usd', value: '1.01', lastUpdatedAt: made, ...more })
const alchemyToken = (more: Fields = {}) => ({
  network: 'eth-mainnet',
  address: lower,
  prices: [price()],
  error: null,
  ...more,
})
const alchemyCoin = { symbol: 'ETH', prices: [price({ value: '2500.5' })] }
/** A row by the documented shape of GoldRush's `historical_by_addresses_v2`. */
const goldrushToken = (more: Fields = {}) => ({
  contract_decimals: 6,
  contract_name: 'USD Coin',
  contract_ticker_symbol: 'USDC',
  contract_address: lower,
  supports_erc: ['erc20'],
  update_at: made,
  quote_currency: 'USD',
  items: [{ contract_metadata: {}, date: '2026-01-01', price: 1.02, pretty_price: '$1.02' }],
  ...more,
})

describe('Alchemy', () => {
  test('tells prices of tokens by address, and of the coin by its symbol', async () => {
    const { of, alchemy } = await setUp({
      alchemy: (path) => ({ data: path.includes('by-symbol') ? [alchemyCoin] : [alchemyToken()] }),
    })
    expect(await of(one, two, nativeAddress)).toEqual({
      [one]: [1.01, Date.parse(made), false],
      [nativeAddress]: [2_500.5, Date.parse(made), false],
    })
    expect([...alchemy.asked].sort()).toEqual([
      `GET /prices/v1/${key}/tokens/by-symbol?symbols=ETH`,
      `POST /prices/v1/${key}/tokens/by-address`,
    ])
    expect(JSON.parse(alchemy.bodies.join(''))).toEqual({
      addresses: [
        { network: 'eth-mainnet', address: lower },
        { network: 'eth-mainnet', address: two.toLowerCase() },
      ],
    })
  })

  test('asks for at most 25 tokens at once', async () => {
    const { of, alchemy } = await setUp({ alchemy: () => ({ data: [] }) })
    const many = Array.from({ length: 60 }, (_, index) => `0x${String(index + 10).repeat(20)}` as const)
    await of(...many)
    expect(alchemy.bodies.map((body) => JSON.parse(body).addresses.length)).toEqual([25, 25, 10])
  })

  test.each<[string, Fields]>([
    ['another network', { network: 'base-mainnet' }],
    ['a token that was not asked for', { address: `0x${'9'.repeat(40)}` }],
    ['another currency', { prices: [price({ currency: 'eur' })] }],
    ['a number for the price', { prices: [price({ value: 1.01 })] }],
    ['a negative price', { prices: [price({ value: '-1' })] }],
    ['nothing', { prices: [price({ value: '0' })] }],
    ['an implausible price', { prices: [price({ value: '1e20' })] }],
    ['no time', { prices: [price({ lastUpdatedAt: null })] }],
    ['no price', { prices: [], error: { message: 'Token not found' } }],
    ['a price of the day before yesterday', { prices: [price({ lastUpdatedAt: '2025-12-30T00:00:00Z' })] }],
  ])('no price from %s', async (_name, more) => {
    const { of } = await setUp({ alchemy: () => ({ data: [alchemyToken(more)] }) })
    expect(await of(one)).toEqual({})
  })

  test('a price of the future is as old as the answer', async () => {
    const row = alchemyToken({ prices: [price({ lastUpdatedAt: '2999-01-01T00:00:00Z' })] })
    const { of } = await setUp({ alchemy: () => ({ data: [row] }) })
    expect(await of(one)).toEqual({ [one]: [1.01, now, false] })
  })

  test('is not asked for the coin of a chain that it cannot know, and does not confirm its price', async () => {
    const { of, alchemy } = await setUp(
      {
        alchemy: () => ({ data: [] }),
        goldrush: () => ({ data: [goldrushToken({ contract_address: nativeAddress })] }),
      },
      'eip155:31337',
    )
    expect(await of(nativeAddress)).toEqual({ [nativeAddress]: [1.02, Date.parse(made), true] })
    expect(alchemy.asked).toEqual([])
  })
})

describe('GoldRush', () => {
  test('tells prices of tokens and of the coin in one request', async () => {
    const coin = goldrushToken({
      contract_address: nativeAddress.toLowerCase(),
      items: undefined,
      prices: [{ date: '2026-01-01T00:00:00Z', price: 2_501 }],
    })
    const { of, goldrush } = await setUp({ goldrush: () => ({ data: [goldrushToken(), coin] }) })
    expect(await of(one, nativeAddress)).toEqual({
      [one]: [1.02, Date.parse(made), false],
      [nativeAddress]: [2_501, Date.parse(made), false],
    })
    expect(goldrush.asked).toEqual([
      `GET /v1/pricing/historical_by_addresses_v2/1/USD/${lower},${nativeAddress.toLowerCase()}/`,
    ])
    expect(goldrush.headers[0]?.authorization).toBe(`Bearer ${key}`)
  })

  test.each<[string, Fields]>([
    ['another currency', { quote_currency: 'EUR' }],
    ['a token that was not asked for', { contract_address: `0x${'9'.repeat(40)}` }],
    ['a text for the price', { items: [{ date: '2026-01-01', price: '1.02' }] }],
    ['nothing', { items: [{ date: '2026-01-01', price: null }] }],
    ['an implausible price', { items: [{ date: '2026-01-01', price: 1e20 }] }],
    ['no day', { items: [{ price: 1.02 }] }],
    ['a price of last week', { items: [{ date: '2025-12-25', price: 1.02 }] }],
  ])('no price from %s', async (_name, more) => {
    const { of } = await setUp({ goldrush: () => ({ data: [goldrushToken(more)] }) })
    expect(await of(one)).toEqual({})
  })
})

describe('both', () => {
  const rows = (value: string) => ({ data: [alchemyToken({ prices: [price({ value })] })] })

  test('a price on which they agree counts; the first one is shown', async () => {
    const { of } = await setUp({ alchemy: () => rows('1.01'), goldrush: () => ({ data: [goldrushToken()] }) })
    expect(await of(one)).toEqual({ [one]: [1.01, Date.parse(made), false] })
  })

  test('a price on which they do not agree, or that one of them does not have, counts for nothing', async () => {
    const apart = await setUp({ alchemy: () => rows('1.2'), goldrush: () => ({ data: [goldrushToken()] }) })
    expect(await apart.of(one)).toEqual({ [one]: [1.2, Date.parse(made), true] })
    const alone = await setUp({
      alchemy: () => ({ data: [] }),
      goldrush: () => ({ data: [goldrushToken()] }),
    })
    expect(await alone.of(one)).toEqual({ [one]: [1.02, Date.parse(made), true] })
  })

  test('two entries of one provider are one source: it does not support itself', async () => {
    const hostile = await setUp({
      alchemy: () => rows('900'),
      goldrush: () => ({ data: [goldrushToken()] }),
      isTwice: true,
    })
    expect(await hostile.of(one)).toEqual({ [one]: [900, Date.parse(made), true] })
    expect(hostile.alchemy.asked).toHaveLength(2)
    const alone = await setUp({ alchemy: () => rows('1.01'), isTwice: true })
    expect(await alone.of(one)).toEqual({ [one]: [1.01, Date.parse(made), false] })
  })

  test('whatever a hostile source says, and when, no price counts that is far from the sound one', async () => {
    const values: readonly unknown[] = [
      ...[
        '1e30',
        '-1.02',
        'NaN',
        'Infinity',
        '',
        '0',
        '1.02.3',
        '0x1',
        '1e-30',
        '999999999999999',
        '1.2',
        '0.9',
      ],
      ...[null, 1e30, Number.NaN, [], {}, true, '1.02', '1.1', '0.93'],
    ]
    const times = [
      made,
      '2025-12-31T13:00:00Z',
      '2999-01-01T00:00:00Z',
      '1970-01-01T00:00:00Z',
      'never',
      null,
    ]
    let round = 0
    const { of, clock } = await setUp({
      alchemy: (): UpstreamAnswer | { readonly data: unknown } => {
        const [value, lastUpdatedAt] = [values[round % values.length], times[round % times.length]]
        if (round % 5 === 4) return { status: 500 }
        return { data: [alchemyToken({ prices: [price({ value, lastUpdatedAt })] })] }
      },
      goldrush: () =>
        round % 7 === 6 ? { status: 500 } : { data: [goldrushToken({ update_at: undefined })] },
    })
    const seen = { counted: 0, uncounted: 0 }
    for (; round < 130; round++) {
      const [shown] = Object.values(await whileTimePasses(clock, of(one)))
      clock.advance(31_000)
      if (shown === undefined) continue
      const [value = 0, , isUnconfirmed] = shown as unknown as readonly [number, number, boolean]
      seen[isUnconfirmed ? 'uncounted' : 'counted']++
      if (!isUnconfirmed) expect(Math.abs(value - 1.02)).toBeLessThan(0.12)
    }
    expect(seen.counted).toBeGreaterThan(3)
    expect(seen.uncounted).toBeGreaterThan(30)
  }, 30_000)

  test.each<[string, UpstreamAnswer]>([
    ['an HTML page', { body: '<html>' }],
    ['500', { status: 500 }],
    ['another form', { body: '{"data":{}}' }],
    ['a broken line', 'break'],
  ])('where one answers %s, the other one is shown, and no key is in the log', async (_name, answer) => {
    const { of, lines } = await setUp({
      alchemy: () => answer,
      goldrush: () => ({ data: [goldrushToken()] }),
    })
    expect(await of(one)).toEqual({ [one]: [1.02, Date.parse(made), true] })
    expect(lines.join()).toMatch(/"blockchain\.source".*"method":"prices","state":"failed"/)
    expect(lines.join()).not.toContain(key)
  })

  test('one that is at its limit is left alone as long as it says', async () => {
    const { of, alchemy, clock } = await setUp({
      alchemy: () => ({ status: 429, headers: { 'retry-after': '120' } }),
      goldrush: () => ({ data: [goldrushToken()] }),
    })
    const shown = { [one]: [1.02, Date.parse(made), true] }
    expect(await whileTimePasses(clock, of(one))).toEqual(shown)
    clock.advance(60_000)
    await whileTimePasses(clock, of(one))
    expect(alchemy.asked).toHaveLength(1)
  })
})

test.each<[string, number | undefined]>([
  ['1', 1],
  ['0.000000123', 1.23e-7],
  ['1.23e-7', 1.23e-7],
  ['2.5E3', 2_500],
  ['1e-30', undefined],
  ['0', undefined],
  ['1e16', undefined],
  ['-1', undefined],
  ['1,000', undefined],
  ['0x10', undefined],
  ['NaN', undefined],
  ['', undefined],
  [`0.${'0'.repeat(20)}12345678`, 1.234e-21],
])('the price "%s" is %s', (text, expected) => {
  const units = readPriceText(text)
  expect(units === undefined ? undefined : toPriceNumber(units)).toBe(expected)
})

type Answer = (path: string) => UpstreamAnswer | { readonly data: unknown }
type Setup = { readonly alchemy?: Answer; readonly goldrush?: Answer; readonly isTwice?: boolean }

async function setUp(answers: Setup, chainId: `eip155:${number}` = 'eip155:1') {
  const start = async (answer: Answer = () => ({ status: 500 })) => {
    const upstream = await startUpstream((path) => {
      const given = answer(path)
      return typeof given === 'object' && 'data' in given ? { body: JSON.stringify(given) } : given
    })
    cleanups.push(upstream.stop)
    return upstream
  }
  const [alchemy, goldrush] = [await start(answers.alchemy), await start(answers.goldrush)]
  const clock = createTestClock(now)
  const lines: string[] = []
  const context = createContext({
    settings: {
      priceSources: [
        ...(answers.alchemy === undefined
          ? []
          : [key, ...(answers.isTwice === true ? ['another'] : [])].map(
              (own) => `${chainId}=alchemy@1000:${alchemy.url}/prices/v1/${own}?network=eth-mainnet`,
            )),
        ...(answers.goldrush === undefined ? [] : [`${chainId}=goldrush@1000:${goldrush.url}/v1?key=${key}`]),
      ],
    },
    log: createLog({ level: 'debug', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
  })
  const prices = createPrices(context, chainId, contracts)
  const of = async (...addresses: readonly `0x${string}`[]) => {
    const known = await prices.of(addresses.map((address) => ({ address, decimals: 6 })))
    return Object.fromEntries(
      [...known].map(([address, { units, at, isUnconfirmed }]) => [
        address,
        [toPriceNumber(units), at, isUnconfirmed],
      ]),
    )
  }
  return { alchemy, goldrush, clock, lines, of }
}

const contracts: Contracts = {
  read: () => Promise.reject(new Error('asked the chain')),
  readApart: () => Promise.reject(new Error('asked the chain')),
}
