import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deployAll, contracts as market, people, tokensOf } from '../../../../chains/src/index.js'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import {
  type Artifact,
  callContract,
  compileSolidity,
  deployContract,
  readArtifact,
  rich,
} from '../../testing/deployContract.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { createBlockchain } from '../blockchain.js'

const source = `
  // SPDX-License-Identifier: MIT
  pragma solidity ^0.8.30;
  contract Coin {
    string public name;
    string public symbol;
    uint8 public decimals;
    mapping(address => uint256) public balanceOf;
    constructor(string memory named, string memory short, uint8 count) {
      name = named; symbol = short; decimals = count;
      balanceOf[msg.sender] = type(uint128).max;
    }
    function transfer(address to, uint256 amount) external returns (bool) {
      balanceOf[msg.sender] -= amount; balanceOf[to] += amount; return true;
    }
  }
  contract Burner { fallback() external { while (true) {} } }`

type Address = `0x${string}`
type Settings = NonNullable<NonNullable<Parameters<typeof createContext>[0]>['settings']>

const chainId = 'eip155:31337'
const native = `${chainId}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE` as const
const contracts = compileSolidity(source)
const coinArtifact = contracts.Coin as Artifact
const factoryArtifact = readArtifact('@uniswap/v2-core/build/UniswapV2Factory.json')
const pairArtifact = readArtifact('@uniswap/v2-core/build/UniswapV2Pair.json')
const routerArtifact = readArtifact('@uniswap/v2-periphery/build/UniswapV2Router02.json')

let chain: TestChain
let factory: Address
let router: Address
let coins: {
  readonly [name in
    | 'weth'
    | 'dollar'
    | 'six'
    | 'deep'
    | 'vast'
    | 'near'
    | 'shallow'
    | 'alone'
    | 'foul']: Address
}

beforeAll(async () => {
  chain = await startChain()
  const coin = (name: string, symbol: string, decimals: number) =>
    deployContract(chain, coinArtifact, [name, symbol, decimals])
  coins = {
    weth: await coin('Wrapped Ether', 'WETH', 18),
    dollar: await coin('Dollar', 'USDX', 6),
    six: await coin('Six', 'SIX', 6),
    deep: await coin('Deep', 'DEEP', 18),
    vast: await coin('Vast', 'VAST', 18),
    near: await coin('Near', 'NEAR', 18),
    shallow: await coin('Shallow', 'SHAL', 18),
    alone: await coin('Alone', 'ALONE', 0),
    foul: await coin('<b>U\u202eSDC</b>', 'U\u200bSDC', 8),
  }
  factory = await deployContract(chain, factoryArtifact, [rich])
  router = await deployContract(chain, routerArtifact, [factory, coins.weth])
  await pool([coins.weth, 10n * 10n ** 18n], [coins.dollar, 25_000_000000n])
  await pool([coins.six, 2_000_000000n], [coins.weth, 10n ** 18n])
  // Two routes: the one through the coin is deeper and gives another price.
  await pool([coins.deep, 1_000n * 10n ** 18n], [coins.dollar, 2_000_000000n])
  await pool([coins.deep, 1_000n * 10n ** 18n], [coins.weth, 10n ** 18n])
  await pool([coins.vast, 50_000n * 10n ** 18n], [coins.dollar, 50_000_000000n])
  await pool([coins.near, 50_000n * 10n ** 18n], [coins.dollar, 49_999_999999n])
  await pool([coins.shallow, 1n], [coins.dollar, 999_999999n])
  await pool([coins.foul, 3_000_00000000n], [coins.dollar, 1_000_000000n])
}, 60_000)
afterAll(() => chain.stop())
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function pool(...[[a, amountA], [b, amountB]]: readonly [[Address, bigint], [Address, bigint]]) {
  await callContract(chain, factory, factoryArtifact.abi, 'createPair', [a, b])
  const length = Number(await read(factory, '0x574f2ba3'))
  const pair = `0x${(await read(factory, `0x1e3dd18b${(length - 1).toString(16).padStart(64, '0')}`)).slice(26)}`
  for (const [token, amount] of [
    [a, amountA],
    [b, amountB],
  ] as const) {
    await callContract(chain, token, coinArtifact.abi, 'transfer', [pair, amount])
  }
  await callContract(chain, pair as Address, pairArtifact.abi, 'mint', [rich])
}

async function read(to: Address, data: string): Promise<string> {
  return String(await chain.request('eth_call', [{ to, data }, 'latest']))
}

function setUp(settings: Settings = {}) {
  const lines: string[] = []
  const clock = createTestClock()
  const context = createContext({
    settings: {
      chains: [`${chainId}=${chain.url}`],
      swapRouters: [`${chainId}=${router}`],
      stablecoins: [`${chainId}=${coins.dollar.toLowerCase()}`],
      httpBurst: 100_000,
      ...settings,
    },
    log: createLog({ level: 'warn', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const app = createBlockchain(context)
  return {
    clock,
    lines,
    balance: async (address: Address) => {
      const response = await app.request(`/v1/account/${address}/balance?chainId=${chainId}`)
      return (await response.json()).balances
    },
    ask: async (
      body: unknown,
    ): Promise<[status: number, body: { readonly fungibles: readonly object[] }]> => {
      const response = await app.request('/v1/fungible/price', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return [response.status, await response.json()]
    },
    sourceOf: async (body: unknown) => {
      const response = await app.request('/v1/fungible/price', { method: 'POST', body: JSON.stringify(body) })
      return response.headers.get('x-source')
    },
  }
}

const body = (...addresses: readonly string[]) => ({ currency: 'usd', addresses })
const idOf = (address: Address) => `${chainId}:${address}` as const

describe('fungible price', { timeout: 30_000 }, () => {
  test('prices a token by its pool against dollars or against the coin, whichever is deeper', async () => {
    const { ask } = setUp()
    const asked = [native, idOf(coins.weth), idOf(coins.dollar), idOf(coins.six), idOf(coins.deep)]
    const [status, { fungibles }] = await ask(body(...asked))
    expect(status).toBe(200)
    expect(fungibles).toMatchObject([
      { name: 'Ether', symbol: 'ETH', iconUrl: '', price: 2_500, address: native },
      { name: 'Wrapped Ether', symbol: 'WETH', iconUrl: '', price: 2_500, address: idOf(coins.weth) },
      { name: 'Dollar', symbol: 'USDX', iconUrl: '', price: 1, address: idOf(coins.dollar) },
      { name: 'Six', symbol: 'SIX', iconUrl: '', price: 1.25, address: idOf(coins.six) },
      { name: 'Deep', symbol: 'DEEP', iconUrl: '', price: 2.5, address: idOf(coins.deep) },
    ])
  })

  test('counts alone where its pool, and that of the coin on the way, hold 50,000 dollars', async () => {
    const { ask } = setUp()
    const asked = [coins.dollar, coins.vast, coins.near, coins.weth, coins.six]
    const [, { fungibles }] = await ask(body(...asked.map(idOf)))
    expect(fungibles.map((one) => Reflect.get(one, 'isPriceUnconfirmed'))).toEqual([
      undefined,
      undefined,
      true,
      true,
      true,
    ])
  })

  test('names the sources whose prices the answer has', async () => {
    const api = await startUpstream(() => ({ body: JSON.stringify({ ethereum: { usd: 2_600 } }) }))
    cleanups.push(api.stop)
    const { sourceOf } = setUp({ priceUrl: api.url, pricePlatforms: [`${chainId}=ethereum/ethereum`] })
    expect(await sourceOf(body(native))).toBe('priceApi')
    expect(await sourceOf(body(native, idOf(coins.six)))).toBe('pools, priceApi')
    expect(await sourceOf(body(idOf(rich)))).toBeNull()
  })

  test('says when a price was made, and that a pool alone does not confirm what the price service leaves out', async () => {
    const api = await startUpstream(() => ({ body: JSON.stringify({ ethereum: { usd: 2_600 } }) }))
    cleanups.push(api.stop)
    const { ask, clock } = setUp({ priceUrl: api.url, pricePlatforms: [`${chainId}=ethereum/ethereum`] })
    const [, { fungibles }] = await ask(body(native, idOf(coins.six)))
    expect(fungibles).toEqual([
      { name: 'Ether', symbol: 'ETH', iconUrl: '', price: 2_600, pricedAt: clock.now(), address: native },
      {
        name: 'Six',
        symbol: 'SIX',
        iconUrl: '',
        price: 1.25,
        pricedAt: clock.now(),
        isPriceUnconfirmed: true,
        address: idOf(coins.six),
      },
    ])
  })

  test('gives no price without a pool, for a shallow pool, another chain or an address that is no token', async () => {
    const { ask } = setUp()
    const others = [idOf(coins.alone), idOf(coins.shallow), `eip155:1:${coins.six}`, idOf(rich)]
    expect(await ask(body(...others, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11'))).toEqual([
      200,
      { fungibles: [] },
    ])
  })

  test('the setting decides the minimum depth', async () => {
    const shallow = body(idOf(coins.shallow))
    expect((await setUp({ priceLiquidity: 0 }).ask(shallow))[1].fungibles).toEqual([])
    const deep = body(native)
    expect((await setUp({ priceLiquidity: 25_000 }).ask(deep))[1].fungibles).toHaveLength(1)
    expect((await setUp({ priceLiquidity: 25_001 }).ask(deep))[1].fungibles).toEqual([])
  })

  test("cleans contracts' texts for display, and answers each token once, whatever the letter case", async () => {
    const { ask } = setUp()
    const [, { fungibles }] = await ask(body(idOf(coins.foul), idOf(coins.foul)))
    expect(fungibles).toMatchObject([
      { name: '<b>U SDC</b>', symbol: 'U SDC', iconUrl: '', price: 1 / 3, address: idOf(coins.foul) },
    ])
    const lower = idOf(coins.foul.toLowerCase() as Address)
    expect((await ask(body(lower)))[1].fungibles).toMatchObject([{ address: lower }])
  })

  test('error: a contract that burns all gas or has 255 decimals is skipped and spoils no other', async () => {
    const burner = await deployContract(chain, contracts.Burner as Artifact)
    const broken = await deployContract(chain, coinArtifact, ['Broken', 'BRK', 255])
    const { ask } = setUp()
    const [status, { fungibles }] = await ask(body(idOf(burner), idOf(broken), idOf(coins.six)))
    expect([status, fungibles]).toEqual([200, [expect.objectContaining({ symbol: 'SIX', price: 1.25 })]])
  })

  test.each([
    ['no JSON', '{"currency":'],
    ['nothing', {}],
    ['another currency', { currency: 'eur', addresses: [] }],
    ['addresses that are none', { currency: 'usd', addresses: ['0x1'] }],
    ['a number', { currency: 'usd', addresses: [1e30] }],
    ['too many', { currency: 'usd', addresses: Array.from({ length: 201 }, () => native) }],
    ['10 MB', `{"currency":"usd","addresses":["${'a'.repeat(10_000_000)}"]}`],
  ])('error: %s', async (_name, content) => {
    const [status, answer] = await setUp().ask(content)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(answer).toMatchObject({ error: {} })
  })
})

describe('a chain at fault', { timeout: 30_000 }, () => {
  const start = async (answer: (content: string) => UpstreamAnswer | undefined) => {
    const node = await startUpstream(
      async (_path, content) => answer(content) ?? { body: await forward(chain.url, content) },
    )
    cleanups.push(node.stop)
    return { node, ...setUp({ chains: [`${chainId}=${node.url}`] }) }
  }

  test.each<[string, UpstreamAnswer]>([
    ['502 with a page', { status: 502, body: '<html>' }],
    ['429', { status: 429 }],
    ['truncated JSON', { body: '{"jsonrpc":"2.0","id":1,' }],
    ['a broken line', 'break'],
  ])('error: %s', async (_name, answer) => {
    const { ask, clock } = await start(() => answer)
    let told: Awaited<ReturnType<typeof ask>> | undefined
    void ask(body(idOf(coins.six))).then((one) => {
      told = one
    })
    // A node at its limit is asked again while there is time.
    while (told === undefined) {
      await new Promise(setImmediate)
      clock.advance(100)
    }
    expect(told).toMatchObject([502, { error: { code: 'CHAIN_UNREACHABLE' } }])
  })

  test('10 MB in answer to what a contract is asked: the contract has no price', async () => {
    const { ask } = await start(() => ({ body: `"${'x'.repeat(10_000_000)}"` }))
    expect(await ask(body(idOf(coins.six)))).toEqual([200, { fungibles: [] }])
  })

  test('error: it hangs', async () => {
    const { ask, node, clock } = await start(() => 'hang')
    const answer = ask(body(idOf(coins.six)))
    while (node.asked.length === 0) await new Promise(setImmediate)
    clock.advance(8_000)
    expect((await answer)[0]).toBe(502)
  })

  test('pools that hang delay the answer by at most 4 s; the coin then has no price', async () => {
    // getPair(address,address)
    const { balance, node, clock } = await start((content) =>
      content.includes('e6a43905') ? 'hang' : undefined,
    )
    const balances = balance(rich)
    while (!node.bodies.some((content) => content.includes('e6a43905'))) await new Promise(setImmediate)
    clock.advance(4_000)
    expect(await balances).toMatchObject([{ symbol: 'ETH', price: 0 }])
  })

  test.each([
    ['nothing', '0x'],
    ['all ones', `0x${'f'.repeat(192)}`],
    ['half a word', '0x1234'],
    ['zeros', `0x${'0'.repeat(192)}`],
  ])('pools that say %s have no price', async (_name, result) => {
    // getReserves()
    const { balance } = await start((content) => {
      if (!content.includes('0902f1ac')) return undefined
      const calls = [JSON.parse(content)].flat() as readonly { readonly id: number }[]
      const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result }))
      return { body: JSON.stringify(answers.length === 1 ? answers[0] : answers) }
    })
    expect(await balance(rich)).toMatchObject([{ symbol: 'ETH', price: 0 }])
  })
})

describe('balance', { timeout: 30_000 }, () => {
  const token = (address: Address, decimals: number) => ({
    chainId: chainId as 'eip155:31337',
    address,
    name: 'A',
    symbol: 'A',
    decimals,
    iconUrl: '',
  })

  test('gives each exact price and value', async () => {
    const holder = '0x1111111111111111111111111111111111111111'
    await callContract(chain, coins.six, coinArtifact.abi, 'transfer', [holder, 4_000001n])
    await callContract(chain, coins.alone, coinArtifact.abi, 'transfer', [holder, 3n])
    const { balance } = setUp({ tokens: [token(coins.six, 6), token(coins.alone, 0)] })
    expect(await balance(holder)).toMatchObject([
      { symbol: 'A', price: 1.25, value: 5.00000125, quantity: { numeric: '4.000001' } },
      { symbol: 'A', price: 0, quantity: { numeric: '3' } },
    ])
  })

  test('prices 200 tokens in three calls on a chain with Multicall3, and in two calls the next time', async () => {
    const own = await startChain()
    const node = await startUpstream(async (_path, content) => ({ body: await forward(own.url, content) }))
    try {
      await deployAll(own.url)
      const strangers = Array.from({ length: 200 }, (_, index) =>
        token(`0x5${String(index).padStart(39, '0')}`, 18),
      )
      const listed = tokensOf(31337).map((one) => ({ ...one, chainId: chainId as 'eip155:31337' }))
      const { balance, clock } = setUp({
        chains: [`${chainId}=${node.url}`],
        swapRouters: [`${chainId}=${market.router}`],
        stablecoins: [`${chainId}=${market.dollar}`],
        tokens: [...listed, ...strangers],
      })
      const count = async () => {
        const before = node.bodies.length
        const answer = await balance(people.visitor)
        expect(answer[0]).toMatchObject({
          symbol: 'ETH',
          price: expect.any(Number),
          value: expect.any(Number),
        })
        return node.bodies
          .slice(before)
          .join()
          .match(/"eth_call"/g)?.length
      }
      expect(await count()).toBe(3)
      clock.advance(30_000)
      expect(await count()).toBe(2)
      expect(await count()).toBeUndefined()
    } finally {
      node.stop()
      await own.stop()
    }
  })

  test('omits a value that exceeds any plausible amount', async () => {
    const greedy = await deployContract(chain, coinArtifact, ['Greedy', 'GRD', 0])
    await pool([greedy, 1n], [coins.dollar, 2_000_000000n * 10n ** 9n])
    const { balance } = setUp({ tokens: [token(greedy, 0)] })
    const [, greed] = await balance(rich)
    expect(greed).toMatchObject({ price: 0, quantity: { decimals: '0' } })
    expect(greed).not.toHaveProperty('value')
  })

  test.each([
    ['no router', { swapRouters: [`${chainId}=${rich}`] }],
    ['no stablecoin', { stablecoins: [`${chainId}=${rich}`] }],
  ])('amounts all the same where the setting names %s', async (_name, settings) => {
    const { balance, lines } = setUp(settings)
    expect(await balance(rich)).toMatchObject([{ symbol: 'ETH', price: 0 }])
    expect(lines.join()).toMatch(/"blockchain\.source".*"method":"prices","state":"failed"/)
  })
})

async function forward(url: string, content: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', body: content, headers })).text()
}
