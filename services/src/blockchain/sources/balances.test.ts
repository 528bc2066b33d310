import { encodeAbiParameters, getAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import { startIndexer } from '../../testing/startIndexer.js'
import { startUpstream, type UpstreamAnswer } from '../../testing/startUpstream.js'
import { createBlockchain } from '../blockchain.js'
import type { Token } from '../tokens.js'

const chainId = 'eip155:1'
const account = getAddress(`0x${'a1'.repeat(20)}`)
const listed = getAddress(`0x${'c3'.repeat(20)}`)
const unlisted = getAddress(`0x${'d4'.repeat(20)}`)
const token: Token = { chainId, address: listed, name: 'Dollar', symbol: 'USD', decimals: 6, iconUrl: '' }
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

type Row = { readonly [name: string]: string }
/** A row by the documented shape of the action `tokenlist`. */
const row = (more: Row = {}): Row => ({
  balance: '7000000',
  contractAddress: unlisted.toLowerCase(),
  decimals: '6',
  name: 'Six Coin',
  symbol: 'SIX',
  type: 'ERC-20',
  ...more,
})

test('adds tokens beside the list: not verified, and without a price', async () => {
  const { ask } = await setUp([row(), row({ contractAddress: listed.toLowerCase(), balance: '999' })])
  expect(await ask()).toEqual([
    200,
    'chain, blockscout',
    [
      expect.objectContaining({
        symbol: 'ETH',
        quantity: { decimals: '18', numeric: '0.000000000000000005' },
      }),
      // The chain decides the amount of a listed token.
      expect.objectContaining({
        symbol: 'USD',
        isVerified: true,
        quantity: { decimals: '6', numeric: '0.000005' },
      }),
      {
        name: 'Six Coin',
        symbol: 'SIX',
        chainId,
        address: `${chainId}:${unlisted}`,
        price: 0,
        quantity: { decimals: '6', numeric: '7' },
        iconUrl: '',
      },
    ],
  ])
})

test.each<[string, Row]>([
  ['255 decimals', { decimals: '255' }],
  ['a link for a name', { name: 'claim at airdrop.xyz' }],
  ['the symbol of a listed token', { symbol: 'USD' }],
  ['the symbol of the coin, in other letters', { symbol: 'ЕTH' }],
  ['a negative amount', { balance: '-5' }],
  ['more than 32 bytes', { balance: `1${'0'.repeat(78)}` }],
  ['another standard', { type: 'ERC-721' }],
  ['no address', { contractAddress: '0x1' }],
  ['nothing left', { balance: '0' }],
])('leaves out a token with %s', async (_name, more) => {
  const { ask } = await setUp([row(more)])
  const [status, source, balances] = await ask()
  expect([status, source, balances.map(({ symbol }) => symbol)]).toEqual([200, 'chain', ['ETH', 'USD']])
})

test('while the chain does not answer, the amounts are those of the indexer', async () => {
  const { ask } = await setUp([row({ contractAddress: listed.toLowerCase(), balance: '1500000' })], {
    nodeAnswer: { status: 500 },
  })
  const [status, source, balances] = await ask()
  expect([status, source]).toEqual([200, 'blockscout'])
  expect(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
    ['ETH', '0.00000000000000004'],
    ['USD', '1.5'],
  ])
})

test('an explorer without the decimals of a token: its contract is asked', async () => {
  const contract = { '0x06fdde03': textOf('Six Coin'), '0x95d89b41': textOf('SIX'), '0x313ce567': wordOf(6n) }
  const { decimals: _decimals, ...rest } = row()
  const { ask } = await setUp([rest], { contract })
  const [, , balances] = await ask()
  expect(balances.at(-1)).toMatchObject({ symbol: 'SIX', quantity: { decimals: '6', numeric: '7' } })
})

describe.each([
  ['blockscout', 250, 250, null],
  ['blockscout', 600, 500, 'tokens'],
  ['etherscan', 250, 250, null],
  ['etherscan', 600, 500, 'tokens'],
])('by %s, an account with %i tokens beside the list', (kind, count, shown, more) => {
  test(`is shown ${shown} of them${more === null ? '' : ', and the answer says that it holds more'}`, async () => {
    const rows = Array.from({ length: count }, (_, index) => {
      const address = `0x${(index + 1).toString(16).padStart(40, 'd')}`
      const name = `Coin ${index}`
      return kind === 'blockscout'
        ? row({ contractAddress: address, name, symbol: `C${index}` })
        : {
            TokenAddress: address,
            TokenName: name,
            TokenSymbol: `C${index}`,
            TokenQuantity: '7',
            TokenDivisor: '0',
          }
    })
    const { ask, askMore } = await setUp(rows, { kind })
    expect(await askMore()).toEqual([more, more === null ? undefined : true])
    expect(await askMore('')).toEqual(await askMore())
    expect((await ask())[2]).toHaveLength(2 + shown)
  })
})

describe('an indexer that tells amounts only', () => {
  /** The contract's answers to `name()`, `symbol()` and `decimals()`. */
  const contract = { '0x06fdde03': textOf('Six Coin'), '0x95d89b41': textOf('SIX'), '0x313ce567': wordOf(6n) }

  test('the tokens are shown by what their contracts say', async () => {
    const { ask } = await setUp(alchemyRows([unlisted, listed]), { kind: 'alchemy', contract })
    const [status, source, balances] = await ask()
    expect([status, source]).toEqual([200, 'chain, alchemy'])
    expect(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
      ['ETH', '0.000000000000000005'],
      ['USD', '0.000005'],
      ['SIX', '7'],
    ])
    expect(balances[2]).toMatchObject({ name: 'Six Coin', price: 0, address: `${chainId}:${unlisted}` })
    expect(balances[2]).not.toHaveProperty('isVerified')
  })

  test.each([
    ['says nothing', {}],
    ['has 255 decimals', { ...contract, '0x313ce567': wordOf(255n) }],
    ['has a link for a name', { ...contract, '0x06fdde03': textOf('claim at airdrop.xyz') }],
    ['uses the symbol of a listed token', { ...contract, '0x95d89b41': textOf('USD') }],
  ])('a token whose contract %s is left out', async (_name, answers) => {
    const { ask } = await setUp(alchemyRows([unlisted]), { kind: 'alchemy', contract: answers })
    const [status, source, balances] = await ask()
    expect([status, source, balances.map(({ symbol }) => symbol)]).toEqual([200, 'chain', ['ETH', 'USD']])
  })

  test('of many tokens at most twenty contracts are read for one request, and the rest later', async () => {
    const many = Array.from({ length: 45 }, (_, index) => getAddress(`0x${String(index + 10).repeat(20)}`))
    const { ask, clock, calls } = await setUp(alchemyRows(many), { kind: 'alchemy', contract })
    const seen: number[] = []
    for (let round = 0; round < 3; round++) {
      seen.push((await ask())[2].length - 2)
      clock.advance(30_000)
    }
    expect(seen).toEqual([20, 40, 45])
    expect(calls.filter((call) => call.includes('0x06fdde03'))).toHaveLength(45)
  })
})

test('an explorer whose plan has no balances is asked for them once, and the log says so once', async () => {
  const { ask, clock, lines, asked } = await setUp([], {
    kind: 'etherscan',
    answer: {
      status: '0',
      message: 'NOTOK',
      result: 'Sorry, it looks like you are trying to access an API Pro endpoint.',
    },
  })
  for (let round = 0; round < 3; round++) {
    expect((await ask())[1]).toBe('chain')
    clock.advance(30_000)
  }
  expect(asked).toHaveLength(1)
  const told = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'blockchain.source')
  expect(told).toMatchObject([{ level: 'info', source: 'etherscan', method: 'balances', state: 'missing' }])
})

test('a forced request asks the indexer again, and shows what it told last where it fails', async () => {
  const rows = [row()]
  const { ask, asked, clock, fail } = await setUp(rows)
  const shown = async (more = '') => (await ask(more))[2].slice(2).map(({ quantity }) => quantity.numeric)
  expect(await shown()).toEqual(['7'])
  rows[0] = row({ balance: '8000000' })
  expect(await shown()).toEqual(['7'])
  expect(await shown('&forceUpdate=1')).toEqual(['8'])
  // Two calls each.
  expect(asked).toHaveLength(4)
  fail()
  expect(await shown('&forceUpdate=1')).toEqual(['8'])
  expect(await shown('&forceUpdate=1')).toEqual(['8'])
  // It is no newer for having been shown again.
  clock.advance(30_000)
  expect(await shown()).toEqual([])
})

test('an indexer that fails takes nothing away', async () => {
  const { ask } = await setUp(undefined)
  const [status, source, balances] = await ask()
  expect([status, source, balances.map(({ symbol }) => symbol)]).toEqual([200, 'chain', ['ETH', 'USD']])
})

type Balance = { readonly symbol: string; readonly quantity: { readonly numeric: string } }

const answers: { readonly [method: string]: string } = {
  eth_chainId: '0x1',
  eth_getCode: '0x',
  eth_getBalance: '0x5',
}

function wordOf(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

/** A text as a contract returns it. */
function textOf(text: string): string {
  return encodeAbiParameters([{ type: 'string' }], [text])
}

/** The answer to `alchemy_getTokenBalances`: seven of each token of six decimals. */
function alchemyRows(tokens: readonly string[]): readonly Row[] {
  return tokens.map((token) => ({ contractAddress: token.toLowerCase(), tokenBalance: wordOf(7_000_000n) }))
}

type Options = {
  readonly kind?: string
  /** What the node answers to everything. */
  readonly nodeAnswer?: UpstreamAnswer
  /** What a token's contract answers, by selector. */
  readonly contract?: { readonly [selector: string]: string }
  /** What the indexer answers to everything. */
  readonly answer?: object
}

/** @param rows Without them the indexer fails. */
async function setUp(
  rows: readonly Row[] | undefined,
  { kind = 'blockscout', nodeAnswer, contract = {}, answer }: Options = {},
) {
  const calls: string[] = []
  let isFailing = false
  const read = (method: string, params: readonly unknown[]) => {
    if (method !== 'eth_call') return answers[method]
    const { to, data } = params[0] as { readonly to: string; readonly data: string }
    calls.push(`${to} ${data}`)
    const isListed = to.toLowerCase() === listed.toLowerCase()
    // Without Multicall3 each balance is a call.
    return isListed ? wordOf(5n) : (contract[data] ?? '0x')
  }
  const node = await startUpstream((_path, body) => {
    if (nodeAnswer !== undefined) return nodeAnswer
    const list: readonly { id: number; method: string; params: readonly unknown[] }[] = [
      JSON.parse(body),
    ].flat()
    const replies = list.map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      result: read(method, params),
    }))
    return { body: JSON.stringify(body.startsWith('[') ? replies : replies[0]) }
  })
  const { context, upstream, clock, lines } = await startIndexer(
    kind,
    (path, body) => {
      if (rows === undefined || isFailing) return { status: 500 }
      if (answer !== undefined) return { body: JSON.stringify(answer) }
      if (kind === 'alchemy') {
        const { method, params } = JSON.parse(body)
        const balances = { address: params[0], tokenBalances: rows }
        return { jsonrpc: '2.0', id: 1, result: method.includes('Token') ? balances : answers[method] }
      }
      const query = new URL(path, 'http://scan.example').searchParams
      const size = Number(query.get('offset'))
      const start = size * (Number(query.get('page')) - 1)
      const paged = query.get('action') === 'addresstokenbalance' ? rows.slice(start, start + size) : '40'
      const result = query.get('action') === 'tokenlist' ? rows : paged
      return { status: '1', message: 'OK', result }
    },
    { settings: { chains: [`${chainId}=${node.url}`], tokens: [token] } },
  )
  cleanups.push(node.stop, upstream.stop)
  const app = createBlockchain(context)
  return {
    clock,
    lines,
    /** Calls of contracts. */
    calls,
    /** What the indexer was asked. */
    asked: upstream.asked,
    fail() {
      isFailing = true
    },
    async askMore(query = `?chainId=${chainId}`): Promise<[header: string | null, isCut: unknown]> {
      const response = await app.request(`/v1/account/${account}/balance${query}`)
      return [response.headers.get('x-more'), ((await response.json()) as { isCut?: unknown }).isCut]
    },
    async ask(more = ''): Promise<[status: number, source: string | null, balances: readonly Balance[]]> {
      const response = await app.request(`/v1/account/${account}/balance?chainId=${chainId}${more}`)
      const body = (await response.json()) as { readonly balances: readonly Balance[] }
      return [response.status, response.headers.get('x-source'), body.balances]
    },
  }
}
