import { afterEach, expect, test } from 'vitest'
import { startIndexer } from '../../testing/startIndexer.js'
import { createGoldrush } from './createGoldrush.js'

const account = `0x${'a1'.repeat(20)}` as const
const other = `0x${'b2'.repeat(20)}` as const
const token = `0x${'c3'.repeat(20)}` as const
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const topicOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
type Fields = { readonly [name: string]: unknown }
/** An item by the documented shape of `transactions_v3`. */
const item = (number: number, more: Fields = {}) => ({
  block_signed_at: new Date(1_700_000_000_000 + number * 12_000).toISOString(),
  block_height: number,
  tx_hash: hashOf(number),
  tx_offset: number % 100,
  successful: true,
  from_address: other,
  to_address: account,
  value: '1000000000000000000',
  gas_spent: 21_000,
  gas_price: 1_000_000_000,
  fees_paid: '21000000000000',
  log_events: null,
  ...more,
})
const log = (more: Fields = {}) => ({
  sender_address: token,
  sender_name: 'Six Coin',
  sender_contract_ticker_symbol: 'SIX',
  sender_contract_decimals: 6,
  raw_log_topics: [transfer, topicOf(other), topicOf(account)],
  raw_log_data: topicOf('0x16e360'),
  ...more,
})

test('reads coin, tokens, fees and failed transactions', async () => {
  const { page, upstream } = await setUp([
    [
      item(9, { from_address: account, to_address: other }),
      item(8, { value: '0', to_address: token, log_events: [log()] }),
      item(7, { from_address: account, to_address: other, successful: false }),
    ],
  ])
  const { entries, facts, partial, lacks } = await page()
  expect(
    entries.map(({ block, status, feeUnits, movements }) => [block, status, feeUnits, movements]),
  ).toEqual([
    [
      9,
      'confirmed',
      '21000000000000',
      [{ standard: 'native', units: '1000000000000000000', from: account, to: other }],
    ],
    [8, 'confirmed', undefined, [{ standard: 'ERC20', token, units: '1500000', from: other, to: account }]],
    [7, 'failed', '21000000000000', []],
  ])
  expect(facts.get(token)).toMatchObject({ name: 'Six Coin', symbol: 'SIX', decimals: 6, isListed: false })
  // The nonces and the calls are not told.
  expect([...(partial ?? [])]).toEqual([hashOf(9), hashOf(8), hashOf(7)])
  expect(lacks).toEqual(['payouts'])
  expect(upstream.asked).toEqual([`GET /v1/1/address/${account}/transactions_v3/`])
  expect(upstream.headers[0]?.authorization).toBe('Bearer s3cr3tk3y')
})

test('follows the pages by their number, and remembers where they begin', async () => {
  const numbers = Array.from({ length: 25 }, (_, index) => 25 - index)
  const { page, upstream } = await setUp(
    [0, 10, 20].map((from) => numbers.slice(from, from + 10).map((n) => item(n))),
  )
  const seen: number[] = []
  let before: Awaited<ReturnType<typeof page>>['floor']
  do {
    const { entries, floor } = await page({ before, limit: 8 })
    seen.push(...entries.map(({ block }) => block))
    before = floor
  } while (before !== undefined)
  expect(seen).toEqual(numbers)
  expect(upstream.asked.at(-1)).toBe(`GET /v1/1/address/${account}/transactions_v3/page/0/`)
})

test('never follows a link to another server', async () => {
  const { page, upstream } = await setUp([[item(3)]], (data) => ({
    ...data,
    links: { prev: 'http://169.254.169.254/transactions_v3/page/0/', next: null },
  }))
  await page().catch(() => undefined)
  expect(upstream.asked.every((path) => path.startsWith('GET /v1/1/address/'))).toBe(true)
})

/** Readable items that are not about the account, so that a few unreadable ones are no failure of the source. */
const foreign = Array.from({ length: 60 }, (_, index) => item(100 + index, { to_address: other }))

test.each([['1.5'], ['-1'], ['0x5'], ['1e18'], [''], [5]])(
  'leaves out an item with the value %j',
  async (value) => {
    const { page } = await setUp([[...foreign, item(2, { from_address: account, value }), item(1)]])
    const { entries } = await page()
    expect(entries.map(({ block }) => block)).toEqual([1])
  },
)

test('error: more than a tenth of the items cannot be read', async () => {
  const items = (bad: number) => [
    ...foreign.slice(0, 20 - bad),
    ...Array(bad).fill(item(1, { value: '1.5' })),
  ]
  const { page } = await setUp([items(2)])
  expect((await page()).entries).toEqual([])
  const { page: faulty } = await setUp([items(3)])
  await expect(faulty()).rejects.toMatchObject({ name: 'NodeError' })
})

test('drops hostile items', async () => {
  const { page } = await setUp([
    [
      ...foreign,
      item(9, { tx_hash: 'x' }),
      item(8, { block_signed_at: '2008-12-31T00:00:00Z' }),
      item(7, { block_signed_at: '2100-01-01T00:00:00Z' }),
      item(6, { from_address: other, to_address: other }),
      item(5, { block_height: '5' }),
      item(4, { value: '-1' }),
      item(3, { log_events: [log({ sender_contract_decimals: 255 }), log({ raw_log_topics: ['x'] }), 7] }),
      null,
    ],
  ])
  const { entries, facts } = await page()
  expect(entries.map(({ block }) => block)).toEqual([3])
  expect(facts.get(token)?.decimals).toBeNull()
})

test.each<[string, (data: Fields) => unknown]>([
  ['another chain', (data) => ({ ...data, chain_id: 137 })],
  ['another account', (data) => ({ ...data, address: other })],
  ['more items than a page has', (data) => ({ ...data, items: Array(1_001).fill(item(1)) })],
  ['no items', () => ({})],
  ['nothing', () => null],
])('error: it tells of %s', async (_name, change) => {
  const { page } = await setUp([[item(1)]], change)
  await expect(page()).rejects.toMatchObject({ name: 'NodeError' })
})

test('reads balances, without what it calls spam', async () => {
  const { supplier } = await setUp([], (data) => ({
    ...data,
    items: [
      { contract_address: other, native_token: true, balance: '5', contract_decimals: 18 },
      held({}),
      held({ is_spam: true }),
      held({ balance: '1e18' }),
      held({ contract_address: other, contract_decimals: null }),
      held({ contract_address: 'x' }),
    ],
  }))
  expect(await supplier.holdings?.(account)).toEqual({
    items: [
      { units: 5n },
      { token, units: 7n, facts: { name: 'Six Coin', symbol: 'SIX', decimals: 6 } },
      // The token's contract is asked instead.
      { token: other, units: 7n },
    ],
    isCut: false,
  })
})

test('lists the collectibles by collection, the newest first', async () => {
  // The documented answer names no chain here.
  const { supplier, upstream } = await setUp([], ({ chain_id: _chain, ...data }) => ({
    ...data,
    items: [
      collection({ nft_data: [nft('7'), nft('8')], last_transfered_at: '2025-01-01T00:00:00Z' }),
      collection({
        contract_address: other,
        supports_erc: ['erc20', 'erc1155'],
        nft_data: [nft('9')],
        last_transfered_at: '2026-01-01T00:00:00Z',
      }),
    ],
  }))
  expect(await supplier.collectibles?.(account)).toEqual({
    items: [
      { token: other, tokenId: '9', standard: 'ERC1155' },
      { token, tokenId: '7', standard: 'ERC721' },
      { token, tokenId: '8', standard: 'ERC721' },
    ],
    isCut: false,
  })
  expect(upstream.asked).toEqual([`GET /v1/1/address/${account}/balances_nft/?no-nft-asset-metadata=true`])
})

test.each<[string, Fields]>([
  ['of no known standard', { supports_erc: ['erc20'] }],
  ['that it calls spam', { is_spam: true }],
  ['without an address', { contract_address: '0x12' }],
  [
    'with numbers that are none',
    { nft_data: [nft('-1'), nft('1e5'), nft(7), nft('1'.padEnd(79, '0')), null] },
  ],
  ['without a list', { nft_data: null }],
])('leaves out a collection %s', async (_name, more) => {
  const { supplier } = await setUp([], (data) => ({ ...data, items: [collection(more), collection({})] }))
  expect((await supplier.collectibles?.(account))?.items).toEqual([
    { token, tokenId: '7', standard: 'ERC721' },
  ])
})

test.each([
  [4_999, 5_000, false],
  [5_000, 5_000, true],
  [12_000, 5_000, true],
])(
  'of a collection of %i and one more, %i are listed, and the rest is told: %s',
  async (count, listed, isCut) => {
    const many = Array.from({ length: count }, (_, index) => nft(String(index)))
    const { supplier } = await setUp([], (data) => ({
      ...data,
      items: [collection({ nft_data: many }), collection({ contract_address: other })],
    }))
    const found = await supplier.collectibles?.(account)
    expect([found?.items.length, found?.isCut]).toEqual([listed, isCut])
  },
)

test.each<[string, Fields]>([
  ['another account', { address: other }],
  ['another chain', { chain_id: 137 }],
  ['no list', { items: {} }],
])('error: collectibles of %s', async (_name, more) => {
  const { supplier } = await setUp([], (data) => ({ ...data, ...more }))
  await expect(supplier.collectibles?.(account)).rejects.toMatchObject({ name: 'NodeError' })
})

function nft(id: unknown) {
  return { token_id: id, token_url: 'https://art.example/7', original_owner: other, external_data: null }
}

/** An item by the documented shape of `balances_nft`. */
function collection(more: Fields): Fields {
  return {
    contract_name: 'Cats',
    contract_ticker_symbol: 'CAT',
    contract_address: token,
    supports_erc: ['erc20', 'erc721'],
    is_spam: false,
    last_transfered_at: '2025-06-01T00:00:00Z',
    balance: '1',
    balance_24h: '1',
    type: 'nft',
    nft_data: [nft('7')],
    ...more,
  }
}

const held = (more: Fields) => ({
  contract_address: token,
  contract_decimals: 6,
  contract_name: 'Six Coin',
  contract_ticker_symbol: 'SIX',
  native_token: false,
  is_spam: false,
  balance: '7',
  ...more,
})

/** @param parts The indexer's pages, newest first. They are numbered from the oldest. */
async function setUp(
  parts: readonly (readonly unknown[])[],
  change: (data: Fields) => unknown = (data) => data,
) {
  const { context, entry, signal, upstream } = await startIndexer(
    'goldrush',
    (path) => {
      const [, number] = /page\/(\d+)\//.exec(path) ?? []
      const index = number === undefined ? 0 : parts.length - 1 - Number(number)
      const older = parts.length - 2 - index
      const prev =
        older < 0 ? null : `https://api.example/v1/1/address/${account}/transactions_v3/page/${older}/`
      const data = {
        address: account,
        updated_at: '2026-01-01T00:00:00Z',
        chain_id: 1,
        chain_name: 'eth-mainnet',
        current_page: parts.length - 1 - index,
        links: { prev, next: null },
        items: parts[index] ?? [],
      }
      return { data: change(data), error: false, error_message: null, error_code: null }
    },
    { query: '?key=s3cr3tk3y' },
  )
  cleanups.push(upstream.stop)
  const supplier = createGoldrush(context, entry, signal)
  return {
    supplier,
    upstream,
    page: async (query: Partial<Parameters<NonNullable<typeof supplier.page>>[1]> = {}) => {
      const page = await supplier.page?.(account, { before: undefined, limit: 50, ...query })
      if (page === undefined) throw new Error('no page')
      return page
    },
  }
}
