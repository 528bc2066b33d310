import { afterEach, expect, test } from 'vitest'
import { startIndexer } from '../../testing/startIndexer.js'
import { createAlchemy } from './createAlchemy.js'

const account = `0x${'a1'.repeat(20)}` as const
const other = `0x${'b2'.repeat(20)}` as const
const token = `0x${'c3'.repeat(20)}` as const
const art = `0x${'d4'.repeat(20)}` as const
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}` as const
const hex = (number: number | bigint) => `0x${number.toString(16)}`
type Fields = { readonly [name: string]: unknown }
/** A row by the documented shape of `alchemy_getAssetTransfers`. */
const row = (number: number, more: Fields = {}) => ({
  blockNum: hex(number),
  uniqueId: `${hashOf(number)}:external`,
  hash: hashOf(number),
  from: other,
  to: account,
  value: 1.5,
  erc721TokenId: null,
  erc1155Metadata: null,
  tokenId: null,
  asset: 'ETH',
  category: 'external',
  rawContract: { value: hex(15n * 10n ** 17n), address: null, decimal: '0x12' },
  metadata: { blockTimestamp: new Date(1_700_000_000_000 + number * 12_000).toISOString() },
  ...more,
})
const tokenRow = (number: number, more: Fields = {}) =>
  row(number, {
    uniqueId: `${hashOf(number)}:log:3`,
    asset: 'SIX',
    category: 'erc20',
    rawContract: { value: hex(1_500_000), address: token, decimal: '0x6' },
    ...more,
  })

test('reads both directions, all kinds of transfers, and joins those of one transaction', async () => {
  const { page, asked } = await setUp({
    sent: [row(9, { from: account, to: other }), tokenRow(9, { from: account, to: other })],
    received: [
      tokenRow(8),
      row(7, {
        category: 'erc721',
        erc721TokenId: hex(7),
        rawContract: { value: null, address: art, decimal: null },
      }),
      row(6, {
        category: 'erc1155',
        erc1155Metadata: [{ tokenId: hex(9), value: hex(40) }],
        rawContract: { value: null, address: art, decimal: null },
      }),
      row(5, { category: 'internal', uniqueId: `${hashOf(5)}:internal:0` }),
    ],
  })
  const { entries, facts, partial, lacks, floor } = await page()
  expect(entries.map(({ block, isOwn, movements }) => [block, isOwn, movements.map(toText)])).toEqual([
    [9, true, ['native 1500000000000000000', 'ERC20 1500000']],
    [8, false, ['ERC20 1500000']],
    [7, false, ['ERC721 1 #7']],
    [6, false, ['ERC1155 40 #9']],
    [5, false, ['native 1500000000000000000']],
  ])
  // The index, the nonce and the fee are not told.
  expect(partial?.size).toBe(5)
  expect(facts.get(token)).toMatchObject({ symbol: 'SIX', decimals: 6, isListed: false })
  expect([lacks, floor]).toEqual([['failures'], undefined])
  expect(asked('alchemy_getAssetTransfers').map(([query]) => query)).toMatchObject([
    { fromAddress: account, order: 'desc', withMetadata: true, toBlock: 'latest' },
    { toAddress: account, order: 'desc', withMetadata: true, toBlock: 'latest' },
  ])
})

test('follows the page key, and ends where one direction is not complete', async () => {
  const { page, asked } = await setUp({
    received: Array.from({ length: 1_000 }, (_, index) => row(5_000 - index)),
    pageKey: 'next-part',
    sent: [row(4_990, { from: account, to: other }), row(10, { from: account, to: other })],
  })
  const { entries, floor } = await page({ limit: 2_000 })
  // Blocks at and below 4001 may have more.
  expect(entries.at(-1)?.block).toBe(4_002)
  expect(floor?.block).toBe(4_002)
  expect(entries.some(({ block }) => block === 10)).toBe(false)
  await page({ before: { block: 4_002, index: 0, minedAt: 1_700_000_000_000 + 4_002 * 12_000 }, limit: 50 })
  expect(asked('alchemy_getAssetTransfers').at(-1)?.[0]).toMatchObject({ toBlock: hex(4_002) })
})

test('a chain without internal transfers: asks without them, and says so', async () => {
  const { page, asked } = await setUp({ received: [row(1)] }, (method, query) =>
    method === 'alchemy_getAssetTransfers' && JSON.stringify(query).includes('internal')
      ? { error: { code: -32602, message: "The 'internal' category is not supported on this network" } }
      : undefined,
  )
  expect(await page()).toMatchObject({ entries: [{ block: 1 }], lacks: ['payouts', 'failures'] })
  await page({ limit: 49 })
  expect(asked('alchemy_getAssetTransfers')).toHaveLength(5)
})

test.each([
  [-32603, 'Internal error'],
  [-32603, 'Internal error: category'],
  [-32000, 'internal server error'],
])('error %i "%s" does not turn off internal transfers', async (code, message) => {
  let isFailing = true
  const { page, asked } = await setUp({ received: [row(1)] }, (method) =>
    isFailing && method === 'alchemy_getAssetTransfers' ? { error: { code, message } } : undefined,
  )
  await expect(page()).rejects.toMatchObject({ name: 'NodeError' })
  isFailing = false
  expect(await page()).toMatchObject({ lacks: ['failures'] })
  expect(asked('alchemy_getAssetTransfers').at(-1)?.[0]).toMatchObject({
    category: expect.arrayContaining(['internal']),
  })
})

/** Readable rows that are not about the account, so that a few unreadable ones are no failure of the source. */
const foreign = Array.from({ length: 60 }, (_, index) => row(100 + index, { from: other, to: other }))

test('drops hostile rows', async () => {
  const { page } = await setUp({
    received: [
      ...foreign,
      row(9, { hash: '0x12' }),
      row(8, { metadata: { blockTimestamp: '1999-01-01T00:00:00Z' } }),
      row(7, { metadata: { blockTimestamp: '2999-01-01T00:00:00Z' } }),
      row(6, { from: other, to: other }),
      row(5, { blockNum: 5 }),
      row(4, { category: '<script>' }),
      row(3, { rawContract: { value: `0x1${'0'.repeat(64)}`, address: null, decimal: null } }),
      tokenRow(2, { rawContract: { value: '0x1', address: token, decimal: '0xff' } }),
      null,
      'text',
    ],
  })
  const { entries, facts } = await page()
  expect(entries.map(({ block }) => block)).toEqual([2])
  // An amount of 255 decimals cannot be shown.
  expect(facts.get(token)?.decimals).toBeNull()
})

const raw = (value: unknown, more: Fields = {}) => ({
  rawContract: { value, address: token, decimal: '0x6', ...more },
})
test.each<[string, Fields]>([
  ['coin in decimal digits', raw('1500000')],
  ['a negative amount of coin', raw('-0x5')],
  ['a float of coin', raw(1.5)],
  ['no amount of coin', raw(null)],
  ['tokens without 0x', { category: 'erc20', ...raw('16e360') }],
  ['tokens without an amount', { category: 'erc20', ...raw(undefined) }],
  ['a collectible with an unreadable number', { category: 'erc721', erc721TokenId: '7', ...raw(null) }],
  ['a collectible without a number', { category: 'erc721', ...raw(null) }],
  [
    'a batch with a float',
    { category: 'erc1155', erc1155Metadata: [{ tokenId: '0x9', value: 1.5 }], ...raw(null) },
  ],
  ['a batch without parts', { category: 'erc1155', ...raw(null) }],
])('leaves out a transfer, and a page of this transfer alone is a failure: %s', async (_name, more) => {
  const unreadable = row(2, { from: account, to: other, ...more })
  const { page } = await setUp({ sent: [...foreign, row(1, { from: account, to: other }), unreadable] })
  const { entries } = await page()
  expect(entries.map(({ block }) => block)).toEqual([1])
  const { page: faulty } = await setUp({ sent: [unreadable] })
  await expect(faulty()).rejects.toMatchObject({ name: 'NodeError' })
})

test('reads the first hundred parts of a larger batch', async () => {
  const erc1155Metadata = Array.from({ length: 120 }, (_, index) => ({ tokenId: hex(index), value: '0x1' }))
  const { page } = await setUp({ received: [row(1, { category: 'erc1155', erc1155Metadata, ...raw(null) })] })
  const { entries } = await page()
  expect(entries.map(({ movements }) => movements.length)).toEqual([100])
})

test('error: more than a tenth of the rows cannot be read', async () => {
  const rows = (bad: number) => [...foreign.slice(0, 20 - bad), ...Array(bad).fill(row(1, raw('1.5')))]
  const { page } = await setUp({ received: rows(2) })
  expect((await page()).entries).toEqual([])
  for (const lists of [{ received: rows(3) }, { sent: rows(3) }]) {
    const { page: faulty, supplier } = await setUp(lists)
    await expect(faulty()).rejects.toMatchObject({ name: 'NodeError' })
    if (lists.received !== undefined)
      await expect(supplier.collectibles?.(account)).rejects.toMatchObject({ name: 'NodeError' })
  }
})

test('its chain is checked again every five minutes, before histories, collectibles and tokens', async () => {
  let chain = '0x1'
  const { page, supplier, asked, clock } = await setUp({}, (method, params) => {
    if (method === 'eth_chainId') return { result: chain }
    if (method === 'eth_getBalance') return { result: '0x1' }
    if (method !== 'alchemy_getTokenBalances') return undefined
    return { result: { address: (params as [string])[0], tokenBalances: [] } }
  })
  const reads = [page, () => supplier.collectibles?.(account), () => supplier.holdings?.(account)]
  for (const read of reads) await read()
  expect(asked('eth_chainId')).toHaveLength(1)
  for (const read of reads) {
    chain = '0x1'
    clock.advance(300_000)
    await read()
    chain = '0x89'
    await read()
    clock.advance(300_000)
    await expect(read()).rejects.toThrow('answers for another chain')
  }
})

test.each<[string, object]>([
  ['another chain', { eth_chainId: { result: '0x89' } }],
  ['a refusal', { alchemy_getAssetTransfers: { error: { code: -32000, message: 'nothing' } } }],
  ['too many rows', { alchemy_getAssetTransfers: { result: { transfers: Array(1_001).fill(row(1)) } } }],
  ['no rows', { alchemy_getAssetTransfers: { result: { transfers: {} } } }],
  ['no result', { alchemy_getAssetTransfers: {} }],
])('error: it tells of %s', async (_name, answers) => {
  const { page } = await setUp({}, (method) => Reflect.get(answers, method))
  await expect(page()).rejects.toMatchObject({ name: 'NodeError' })
})

test('reads balances of this account only', async () => {
  const { supplier } = await setUp({}, (method) =>
    method === 'alchemy_getTokenBalances'
      ? {
          result: {
            address: account,
            tokenBalances: [
              { contractAddress: token, tokenBalance: `0x${'0'.repeat(58)}16e360` },
              { contractAddress: other, tokenBalance: null },
              { contractAddress: 'x', tokenBalance: '0x1' },
            ],
          },
        }
      : method === 'eth_getBalance'
        ? { result: '0x5' }
        : undefined,
  )
  expect(await supplier.holdings?.(account)).toEqual({
    items: [{ units: 5n }, { token, units: 1_500_000n }],
    isCut: false,
  })
  await expect(supplier.holdings?.(other)).rejects.toThrow('another account')
})

test.each([
  [3, 3, false],
  [9, 5, true],
])('of %i pages of balances reads %i', async (count, read, isCut) => {
  const { supplier, asked } = await setUp({}, (method, params) => {
    if (method === 'eth_getBalance') return { result: '0x5' }
    if (method !== 'alchemy_getTokenBalances') return undefined
    const [, , { pageKey = '0' } = {}] = params as [string, string, { pageKey?: string }?]
    const page = Number(pageKey)
    const contractAddress = `0x${String(page + 10).repeat(20)}`
    const next = page + 1 < count ? { pageKey: String(page + 1) } : {}
    return {
      result: { address: account, tokenBalances: [{ contractAddress, tokenBalance: '0x1' }], ...next },
    }
  })
  const found = await supplier.holdings?.(account)
  expect([found?.items.length, found?.isCut]).toEqual([1 + read, isCut])
  expect(asked('alchemy_getTokenBalances')).toHaveLength(read)
})

test('lists the collectibles that the account received', async () => {
  const { supplier } = await setUp({
    received: [
      row(7, {
        category: 'erc721',
        tokenId: hex(7),
        rawContract: { value: null, address: art, decimal: null },
      }),
      row(6, { category: 'erc721', tokenId: hex(8), to: other, rawContract: { address: art } }),
    ],
  })
  expect(await supplier.collectibles?.(account)).toEqual({
    items: [{ token: art, tokenId: '7', standard: 'ERC721' }],
    isCut: false,
  })
})

test.each([
  [1, 1, false],
  [3, 3, false],
  [4, 3, true],
])('of %i answers with collectibles, %i are read, and the rest is told: %s', async (answers, read, isCut) => {
  const { supplier, asked } = await setUp({}, (method, query) => {
    if (method !== 'alchemy_getAssetTransfers') return undefined
    const [{ pageKey = '1' }] = query as [{ readonly pageKey?: string }]
    const rawContract = { value: null, address: art, decimal: null }
    const transfers = [row(7, { category: 'erc721', tokenId: hex(Number(pageKey)), rawContract })]
    const next = Number(pageKey) < answers ? { pageKey: String(Number(pageKey) + 1) } : {}
    return { result: { transfers, ...next } }
  })
  const found = await supplier.collectibles?.(account)
  const numbers = Array.from({ length: read }, (_, index) => String(index + 1))
  expect([found?.items.map(({ tokenId }) => tokenId), found?.isCut]).toEqual([numbers, isCut])
  expect(asked('alchemy_getAssetTransfers')).toHaveLength(read)
})

type Lists = {
  readonly sent?: readonly unknown[]
  readonly received?: readonly unknown[]
  readonly pageKey?: string
}

async function setUp(
  { sent = [], received = [], pageKey }: Lists,
  change: (method: string, query: unknown) => object | undefined = () => undefined,
) {
  const calls: [method: string, params: readonly unknown[]][] = []
  const { context, entry, signal, upstream, clock } = await startIndexer('alchemy', (_path, body) => {
    const { method, params } = JSON.parse(body)
    calls.push([method, params])
    const changed = change(method, params)
    const transfers = params[0]?.fromAddress === undefined ? received : sent
    const more = pageKey === undefined || transfers === sent ? {} : { pageKey }
    const result = method === 'eth_chainId' ? '0x1' : { transfers, ...more }
    return { jsonrpc: '2.0', id: 1, ...(changed ?? { result }) }
  })
  cleanups.push(upstream.stop)
  const supplier = createAlchemy(context, entry, signal)
  return {
    supplier,
    clock,
    asked: (method: string) => calls.flatMap(([name, params]) => (name === method ? [params] : [])),
    page: async (query: Partial<Parameters<NonNullable<typeof supplier.page>>[1]> = {}) => {
      const page = await supplier.page?.(account, { before: undefined, limit: 50, ...query })
      if (page === undefined) throw new Error('no page')
      return page
    },
  }
}

function toText({
  standard,
  units,
  tokenId,
}: {
  standard: string
  units: string
  tokenId?: string | undefined
}) {
  return [standard, units, ...(tokenId === undefined ? [] : [`#${tokenId}`])].join(' ')
}
