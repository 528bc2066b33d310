import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Transaction } from 'latchkey/protocol'
import { getAddress } from 'viem'
import { entryPoint08Address } from 'viem/account-abstraction'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createContext } from '../../shared/context.js'
import { createLog } from '../../shared/log.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createThings } from '../../testing/deployThings.js'
import { startChain, type TestChain } from '../../testing/startChain.js'
import { forward } from '../../testing/startNode.js'
import { startUpstream } from '../../testing/startUpstream.js'
import { createBlockchain } from '../blockchain.js'
import { readTokens } from '../tokens.js'
import { createHistory } from './history.js'

type Hex = `0x${string}`
type Settings = NonNullable<NonNullable<Parameters<typeof createContext>[0]>['settings']>
type Answer = { readonly data: readonly Transaction[]; readonly next: string | null }

/** The first account that anvil funds. */
const rich = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = getAddress('0x00000000000000000000000000000000000a11ce')
const chainId = 'eip155:31337'
const directory = mkdtempSync(join(tmpdir(), 'latchkey-history-'))
const cleanups: (() => unknown)[] = []
let chain: TestChain
let things: ReturnType<typeof createThings>
let coin: Hex
let picture: Hex
let items: Hex
let market: Hex

beforeAll(async () => {
  chain = await startChain()
  things = createThings(chain)
  await chain.request('anvil_autoImpersonateAccount', [true])
  coin = await things.deploy('Coin', ['Six Coin', 'SIX', 6n], rich)
  picture = await things.deploy('Picture', ['Cats', 'CAT'], rich)
  items = await things.deploy('Items', [], rich)
  market = await things.deploy('Market', [], rich)
  await things.send({ from: rich, to: market, value: '0x8ac7230489e80000' })
  await chain.request('anvil_setCode', [
    entryPoint08Address,
    await chain.request('eth_getCode', [market, 'latest']),
  ])
}, 60_000)
afterAll(async () => {
  await chain.stop()
  rmSync(directory, { recursive: true, force: true })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('history', { timeout: 30_000 }, () => {
  test('shows sent and received coin, with the fee that the sender paid', async () => {
    const { owner, history } = await setUp()
    const got = await things.send({ from: rich, to: owner, value: '0xde0b6b3a7640000' })
    const sent = await things.send({ from: owner, to: other, value: '0x16345785d8a0000' })
    const { data, next } = await history(owner)
    expect(next).toBeNull()
    expect(data.map(({ metadata }) => [metadata.operationType, metadata.hash])).toEqual([
      ['send', sent],
      ['receive', got],
    ])
    expect(data[0]).toEqual({
      id: `${chainId}:${sent}`,
      metadata: {
        operationType: 'send',
        hash: sent,
        chain: chainId,
        minedAt: expect.stringMatching(/^20\d\d-.*Z$/),
        sentFrom: owner,
        sentTo: other,
        status: 'confirmed',
        nonce: 0,
        fee: expect.stringMatching(/^0\.0000\d+$/),
      },
      transfers: [
        {
          fungible_info: { name: 'Ether', symbol: 'ETH' },
          direction: 'out',
          quantity: { numeric: '0.1' },
          sender: owner,
          recipient: other,
        },
      ],
    })
    expect(data[1]?.metadata.fee).toBeUndefined()
  })

  test.each<[operation: string, act: (owner: Hex) => Promise<Hex>, transfers: readonly unknown[]]>([
    [
      'receive',
      (owner) => things.call(rich, coin, ['Coin', 'transfer', owner, 1_500_000n]),
      [['in', '1.5', 'SIX']],
    ],
    [
      'send',
      (owner) => things.call(owner, coin, ['Coin', 'transfer', other, 2n ** 256n - 1n]),
      [['out', `${(2n ** 256n - 1n) / 1_000_000n}.${(2n ** 256n - 1n) % 1_000_000n}`, 'SIX']],
    ],
    [
      'send',
      (owner) => things.call(owner, coin, ['Coin', 'transfer', owner, 7n]),
      [['self', '0.000007', 'SIX']],
    ],
    ['mint', (owner) => things.call(owner, coin, ['Coin', 'mint', owner, 1n]), [['in', '0.000001', 'SIX']]],
    ['receive', (owner) => things.call(rich, coin, ['Coin', 'mint', owner, 1n]), [['in', '0.000001', 'SIX']]],
    ['burn', (owner) => things.call(owner, coin, ['Coin', 'burn', 1n]), [['out', '0.000001', 'SIX']]],
    [
      'receive',
      (owner) => things.call(rich, picture, ['Picture', 'mint', owner, 7n]),
      [['in', '1', 'Cats #7']],
    ],
    [
      'mint',
      (owner) => things.call(owner, picture, ['Picture', 'mint', owner, 8n], { value: '0x1' }),
      [
        ['out', '0.000000000000000001', 'ETH'],
        ['in', '1', 'Cats #8'],
      ],
    ],
    [
      'send',
      (owner) => things.call(owner, picture, ['Picture', 'transferFrom', owner, other, 9n]),
      [['out', '1', 'Cats #9']],
    ],
    ['receive', (owner) => things.call(rich, items, ['Items', 'mint', owner, 5n, 40n]), [['in', '40', '#5']]],
    [
      'receive',
      (owner) => things.call(rich, items, ['Items', 'mintMany', owner, [1n, 2n, 3n], [10n, 0n, 30n]]),
      [
        ['in', '10', '#1'],
        ['in', '30', '#3'],
      ],
    ],
    [
      'trade',
      (owner) => things.call(owner, market, ['Market', 'buy', coin, 3_000_000n], { value: '0xf4240' }),
      [
        ['out', '0.000000000001', 'ETH'],
        ['in', '3', 'SIX'],
      ],
    ],
    [
      'trade',
      (owner) => things.call(owner, market, ['Market', 'sell', coin, 2_000_000n, 10n ** 17n]),
      [
        ['out', '2', 'SIX'],
        ['in', '0.1', 'ETH'],
      ],
    ],
    ['approve', (owner) => things.call(owner, coin, ['Coin', 'approve', other, 5n]), []],
    ['revoke', (owner) => things.call(owner, coin, ['Coin', 'approve', other, 0n]), []],
    ['approve', (owner) => things.call(owner, picture, ['Picture', 'setApprovalForAll', other, true]), []],
    ['revoke', (owner) => things.call(owner, picture, ['Picture', 'setApprovalForAll', other, false]), []],
    ['deploy', (owner) => things.send({ from: owner, data: '0x600160005360016000f3' }), []],
    ['cancel', (owner) => things.send({ from: owner, to: owner, value: '0x0' }), []],
    ['execute', (owner) => things.call(owner, market, ['Market', 'act', other]), []],
    ['execute', (owner) => things.call(rich, entryPoint08Address, ['Market', 'act', owner]), []],
  ])('%s: case %#', async (operation, act, transfers) => {
    const { owner, history } = await setUp()
    const hash = await act(owner)
    const { data } = await history(owner)
    expect(data.map(summary)).toEqual([[operation, 'confirmed', hash, transfers]])
  })

  test('approvals name the spender', async () => {
    const { owner, history } = await setUp()
    await things.call(owner, coin, ['Coin', 'approve', other, 5n])
    expect((await history(owner)).data[0]?.metadata.spender).toBe(other)
  })

  test('a failed transaction moved nothing, and shows the attempted operation', async () => {
    const { owner, history } = await setUp()
    const executed = await things.call(owner, coin, ['Coin', 'fail'], { value: '0x0' })
    const sent = await things.send({ from: owner, to: coin, value: '0x1' })
    const { data } = await history(owner)
    expect(data.map(summary)).toEqual([
      ['send', 'failed', sent, []],
      ['execute', 'failed', executed, []],
    ])
    expect(data[0]?.metadata.fee).toBeDefined()
  })

  test('omits incoming coin whose transaction failed', async () => {
    const { history } = await setUp()
    const contract = await things.deploy('Coin', ['Closed', 'CLOSED', 0n], rich)
    await things.send({ from: rich, to: contract, value: '0x1' })
    expect((await history(contract)).data).toEqual([])
  })

  test("omits transfers of zero that others make in an account's name", async () => {
    const { owner, history } = await setUp()
    await things.call(rich, coin, ['Coin', 'transferFrom', owner, other, 0n])
    await things.call(rich, coin, ['Coin', 'transfer', owner, 0n])
    await things.send({ from: rich, to: owner, value: '0x0' })
    await things.call(rich, market, ['Market', 'act', owner])
    await things.call(rich, coin, ['Coin', 'approve', owner, 1n])
    expect((await history(owner)).data).toEqual([])
  })

  test('marks a token that is invented, imitates another one or advertises a link', async () => {
    const tokens = readFile([
      {
        chainId: 31337,
        address: coin,
        name: 'Six Coin',
        symbol: 'SIX',
        decimals: 6,
        iconUrl: 'https://a.example/six.png',
      },
    ])
    const { owner, history } = await setUp({ tokens })
    const twin = await things.deploy('Coin', ['Six Coin', 'S\u0406X', 6n], rich)
    const lure = await things.deploy('Picture', ['Visit claim-cats.com', 'CAT'], rich)
    const fake = await things.deploy('Coin', ['Real', 'REAL', 6n], rich)
    await things.call(rich, coin, ['Coin', 'transfer', owner, 1n])
    await things.call(rich, twin, ['Coin', 'transfer', owner, 1n])
    await things.call(rich, lure, ['Picture', 'mint', owner, 1n])
    await things.call(rich, fake, ['Coin', 'transferFrom', owner, other, 1n])
    const { data } = await history(owner)
    const marks = data.flatMap(({ transfers }) =>
      transfers.map((one) => one.fungible_info?.is_spam ?? one.nft_info?.flags.is_spam),
    )
    // Collectibles that are spam are left out.
    expect(marks).toEqual([true, true, false])
    expect(data[2]?.transfers[0]?.fungible_info?.icon).toEqual({ url: 'https://a.example/six.png' })
  })

  test.each([
    ['255 decimals: left out', 255n, 'Odd', []],
    ['36 decimals', 36n, 'Odd', [['in', `0.${'0'.repeat(35)}1`, 'ODD']]],
    ['HTML and invisible characters in its name', 0n, '<b>\u202eOdd</b>', [['in', '1', 'ODD']]],
  ])('a token of %s', async (_name, decimals, name, transfers) => {
    const { owner, history } = await setUp()
    const odd = await things.deploy('Coin', [name, 'ODD', decimals], rich)
    const hash = await things.call(rich, odd, ['Coin', 'transfer', owner, 1n])
    const { data } = await history(owner)
    expect(data.map(summary)).toEqual([['receive', 'confirmed', hash, transfers]])
    expect(data[0]?.transfers[0]?.fungible_info?.name ?? name).toBe(name.replace('\u202e', ' '))
  })

  test('shows at most a hundred transfers of one transaction', async () => {
    const { owner, history } = await setUp()
    await things.call(rich, coin, ['Coin', 'transferMany', owner, 150n])
    expect((await history(owner)).data[0]?.transfers.length).toBe(100)
  })

  test('shows pending transactions first, and keeps their id once confirmed', async () => {
    const { owner, history } = await setUp()
    await chain.request('evm_setAutomine', [false])
    cleanups.push(() => chain.request('evm_setAutomine', [true]))
    const data = things.data('Coin', 'transfer', [other, 1_000_000n])
    const gas = '0x186a0'
    const [coinHash, tokenHash] = [
      await chain.request('eth_sendTransaction', [{ from: owner, to: other, value: '0x1', gas }]),
      await chain.request('eth_sendTransaction', [{ from: owner, to: coin, data, gas }]),
    ]
    const waiting = await history(owner)
    expect(waiting.data.map(summary)).toEqual([
      ['send', 'pending', tokenHash, [['out', '1', 'SIX']]],
      ['send', 'pending', coinHash, [['out', '0.000000000000000001', 'ETH']]],
    ])
    await chain.request('evm_mine')
    const mined = await history(owner)
    expect(mined.data.map(({ id }) => id)).toEqual(waiting.data.map(({ id }) => id))
    expect(mined.data.map(({ metadata }) => metadata.status)).toEqual(['confirmed', 'confirmed'])
  })

  test('all chains: each transaction names its chain', async () => {
    const { owner, history } = await setUp()
    await things.send({ from: rich, to: owner, value: '0x1' })
    const { data } = await history(owner, '')
    expect(data.map(({ metadata }) => metadata.chain)).toEqual([chainId])
  })

  test('all chains: where one fails, the answer says that its transactions are missing', async () => {
    const dead = await startUpstream(() => ({ status: 500 }))
    cleanups.push(dead.stop)
    const { owner, history } = await setUp({
      chains: [`${chainId}=${chain.url}`, `eip155:31338=${dead.url}`],
    })
    await things.send({ from: rich, to: owner, value: '0x1' })
    expect(await history(owner, '')).toMatchObject({
      data: [{ metadata: { chain: chainId } }],
      next: null,
      reading: { share: 0 },
      lacks: ['coin', 'payouts', 'failures', 'fees'],
    })
    expect(await history(owner)).toEqual({ data: [expect.anything()], next: null })
  })

  test('lists no purchases', async () => {
    const { owner, history } = await setUp()
    await things.send({ from: rich, to: owner, value: '0x1' })
    expect(await history(owner, `?chainId=${chainId}&onramp=coinbase`)).toEqual({ data: [], next: null })
  })
})

describe('pages', { timeout: 60_000 }, () => {
  test('50 per page to the end, each once, while new ones arrive', async () => {
    const { owner, history } = await setUp()
    const hashes: Hex[] = []
    for (let index = 0; index < 120; index++) {
      hashes.unshift(await things.send({ from: rich, to: owner, value: '0x1' }))
    }
    const first = await history(owner)
    await things.send({ from: rich, to: owner, value: '0x1' })
    const second = await history(owner, `?chainId=${chainId}&cursor=${first.next}`)
    const third = await history(owner, `?chainId=${chainId}&cursor=${second.next}`)
    expect([first, second, third].map(({ data }) => data.length)).toEqual([50, 50, 20])
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ metadata }) => metadata.hash))
    expect(seen).toEqual(hashes)
    expect(third.next).toBeNull()
    // The same cursor returns the same page.
    expect(await history(owner, `?chainId=${chainId}&cursor=${first.next}`)).toEqual(second)
  })

  test('all chains together, each transaction once', async () => {
    const second = 'eip155:31338'
    const node = await startUpstream(async (_path, body) => ({
      body: body.includes('"eth_chainId"')
        ? JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7a6a' })
        : await forward(chain.url, body),
    }))
    cleanups.push(node.stop)
    const { owner, history } = await setUp({
      chains: [`${chainId}=${chain.url}`, `${second}=${node.url}`],
    })
    for (let index = 0; index < 60; index++) await things.send({ from: rich, to: owner, value: '0x1' })
    const seen: Transaction[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Answer = await history(owner, cursor === '' ? '' : `?cursor=${cursor}`)
      expect(page.data.length).toBeLessThanOrEqual(50)
      seen.push(...page.data)
      cursor = page.next
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(120)
    expect(seen.length).toBe(120)
    const times = seen.map(({ metadata }) => metadata.minedAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  test('names whom the account sent to that look like an address, of the ends of that address only', async () => {
    const { owner, history, lookalikes } = await setUp()
    const stranger = await newOwner()
    await things.send({ from: owner, to: other, value: '0x1' })
    await things.send({ from: stranger, to: owner, value: '0x1' })
    await history(owner)
    const [start, end] = [other.slice(2, 9), other.slice(-7)]
    expect(await lookalikes(owner, start, end)).toEqual([200, { addresses: [other] }])
    expect(await lookalikes(owner, start.toUpperCase(), end.toLowerCase())).toEqual([
      200,
      { addresses: [other] },
    ])
    expect(await lookalikes(owner, stranger.slice(2, 9), stranger.slice(-7))).toEqual([
      200,
      { addresses: [] },
    ])
    expect(await lookalikes(stranger, start, end)).toEqual([200, { addresses: [], isPartial: true }])
  })

  test.each([
    [rich, '?start=1234567'],
    [rich, '?start=12345678&end=1234567'],
    [rich, '?start=12345%25&end=1234567'],
    [rich, '?start=1234567&end=1234567&chainId=eip155:5'],
    ['alice.eth', '?start=1234567&end=1234567'],
  ])('error: look-alikes of %s%s', async (address, query) => {
    const { app } = await setUp()
    expect((await app.request(`/v1/account/${address}/lookalikes${query}`)).status).toBe(400)
  })

  test('marks dust of a sender that looks like somebody whom the account has paid, and nothing else', async () => {
    const { owner, history } = await setUp()
    const lure = getAddress(`${other.slice(0, 8)}${randomBytes(14).toString('hex')}${other.slice(-6)}`)
    const stranger = await newOwner()
    await chain.request('anvil_setBalance', [lure, '0x8ac7230489e80000'])
    await chain.request('anvil_setBalance', [other, '0x8ac7230489e80000'])
    await things.send({ from: owner, to: other, value: '0x1' })
    await things.send({ from: lure, to: owner, value: '0x1' })
    await things.send({ from: lure, to: owner, value: '0xde0b6b3a7640000' })
    await things.send({ from: stranger, to: owner, value: '0x1' })
    await things.send({ from: other, to: owner, value: '0x1' })
    const { data } = await history(owner)
    const marks = data.map(({ transfers }) => transfers.map((one) => one.fungible_info?.is_spam))
    expect(marks.flat()).toEqual([undefined, undefined, undefined, true, undefined])
  })

  test('error: a changed cursor, or one for another account, chain or service', async () => {
    const { owner, history, ask } = await setUp()
    for (let index = 0; index < 51; index++) await things.send({ from: rich, to: owner, value: '0x1' })
    const { next } = await history(owner)
    const cursor = String(next)
    const last = cursor.at(-1) === 'A' ? 'B' : 'A'
    const stranger = await setUp()
    const refused = [
      await ask(owner, `?chainId=${chainId}&cursor=${cursor.slice(0, -1)}${last}`),
      await ask(owner, `?chainId=${chainId}&cursor=x`),
      await ask(owner, `?chainId=${chainId}&cursor=${'A'.repeat(64)}`),
      await ask(owner, `?cursor=${cursor}`),
      await ask(other, `?chainId=${chainId}&cursor=${cursor}`),
      await stranger.ask(owner, `?chainId=${chainId}&cursor=${cursor}`),
    ]
    for (const [status, body] of refused) {
      expect(status).toBe(400)
      expect(body).toMatchObject({
        error: { code: 'INVALID_QUERY', details: expect.stringMatching(/^cursor: /) },
      })
    }
    expect((await ask(owner, `?chainId=${chainId}&cursor=${cursor}`))[0]).toBe(200)
  })

  test.each([
    ['alice.eth', `?chainId=${chainId}`],
    ['0x12', `?chainId=${chainId}`],
    [rich, '?chainId=eip155:5'],
    [rich, `?chainId=${chainId}&onramp=other`],
    [rich, `?chainId=${chainId}&cursor=${'A'.repeat(257)}`],
    [rich, `?chainId=${chainId}&cursor=%00`],
  ])('error: %s%s', async (address, query) => {
    const { ask } = await setUp()
    expect((await ask(address, query))[0]).toBe(400)
  })
})

async function setUp(settings: Settings = {}) {
  const clock = createTestClock()
  const lines: string[] = []
  const context = createContext({
    settings: { httpBurst: 100_000, chains: [`${chainId}=${chain.url}`], ...settings },
    log: createLog({ level: 'info', now: () => 0, write: (line) => void lines.push(line) }),
    clock,
    checkAnswers: true,
  })
  const own = await createHistory(context, undefined)
  const app = createBlockchain(context, own)
  cleanups.push(() => own.close())
  const ask = async (address: string, query: string): Promise<[status: number, body: unknown]> => {
    const response = await app.request(`/v1/account/${address}/history${query}`)
    return [response.status, await response.json()]
  }
  return {
    app,
    owner: await newOwner(),
    clock,
    async lookalikes(address: string, start: string, end: string) {
      const query = `?chainId=${chainId}&start=${start}&end=${end}`
      const response = await app.request(`/v1/account/${address}/lookalikes${query}`)
      return [response.status, await response.json()]
    },
    lines,
    ask,
    async history(address: string, query = `?chainId=${chainId}`): Promise<Answer> {
      const [status, body] = await ask(address, query)
      if (status !== 200) throw new Error(JSON.stringify([body, lines]))
      return body as Answer
    },
  }
}

/** Returns an account with 10 Ether that no transaction brought. */
async function newOwner(): Promise<Hex> {
  const address = getAddress(`0x${randomBytes(20).toString('hex')}`)
  await chain.request('anvil_setBalance', [address, '0x8ac7230489e80000'])
  return address
}

function summary({ metadata, transfers }: Transaction) {
  const { operationType, status, hash } = metadata
  return [
    operationType,
    status,
    hash,
    transfers.map(({ direction, quantity, fungible_info, nft_info }) => [
      direction,
      quantity.numeric,
      fungible_info?.symbol ?? nft_info?.name,
    ]),
  ]
}

function readFile(content: unknown) {
  const path = join(directory, 'tokens.json')
  writeFileSync(path, JSON.stringify(content))
  return readTokens(path)
}
