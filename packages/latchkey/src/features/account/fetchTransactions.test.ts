import { afterEach, expect, test, vi } from 'vitest'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { fetchTransactions } from './fetchTransactions.js'

const quantity = { numeric: '1' }
const coin = { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'in', quantity }
const picture = (is_spam: boolean) => ({ nft_info: { flags: { is_spam } }, direction: 'in', quantity })

const transaction = (id: string, transfers: readonly object[] = [coin], chain = 'eip155:1') => ({
  id,
  metadata: {
    operationType: 'receive',
    hash: `0x${'1'.repeat(64)}`,
    chain,
    minedAt: '2025-12-02T03:04:05.000Z',
    sentFrom: alice,
    sentTo: alice,
    status: 'confirmed',
    nonce: 0,
  },
  transfers,
})

type Answer = { readonly data: readonly object[]; readonly next: string | null }

afterEach(() => vi.unstubAllGlobals())

async function setUp(pages: (cursor: string | null) => Answer, served = ['eip155:1']) {
  const history = ({ searchParams }: URL) => Response.json(pages(searchParams.get('cursor')))
  const { kit, asked } = await accountKit({ '/history': history }, { served })
  const ids = ({ transactions }: fetchTransactions.Page) => transactions.map(({ id }) => id)
  return { kit, asked: () => asked.map(({ searchParams }) => searchParams.get('cursor')), ids }
}

test('leaves out other chains and transactions that only moved spam', async () => {
  const data = [
    transaction('coin'),
    transaction('elsewhere', [coin], 'eip155:10'),
    transaction('spam', [picture(true), picture(true)]),
    transaction('mixed', [picture(true), coin]),
    transaction('picture', [picture(false)]),
    transaction('call', []),
  ]
  const { kit, ids } = await setUp(() => ({ data, next: null }))
  expect(ids(await fetchTransactions(kit))).toEqual(['coin', 'mixed', 'picture', 'call'])
})

test('goes from page to page to the end', async () => {
  const { kit, ids } = await setUp((cursor) => ({
    data: [transaction(cursor ?? 'first')],
    next: cursor === null ? 'second' : null,
  }))
  const first = await fetchTransactions(kit)
  expect(first).toMatchObject({ next: 'second' })
  const second = await fetchTransactions(kit, { next: 'second', seen: first.seen })
  expect(ids(second)).toEqual(['second'])
  expect(second.next).toBeNull()
})

test('ends at a cursor that was followed before', async () => {
  const around: { readonly [cursor: string]: string } = { a: 'b', b: 'a' }
  const { kit } = await setUp((cursor) => ({ data: [transaction('x')], next: around[cursor ?? 'b'] ?? null }))
  let page = await fetchTransactions(kit)
  let pages = 1
  while (page.next !== null && pages < 10) {
    page = await fetchTransactions(kit, { next: page.next, seen: page.seen })
    pages++
  }
  expect(pages).toBe(3)
})

test('skips pages that hold only spam, a few at a time', async () => {
  const { kit, asked } = await setUp((cursor) => ({
    data: [transaction('spam', [picture(true)])],
    next: `p${Number(cursor?.slice(1) ?? 0) + 1}`,
  }))
  expect(await fetchTransactions(kit)).toMatchObject({ transactions: [], next: 'p5' })
  expect(asked()).toEqual([null, 'p1', 'p2', 'p3', 'p4'])
})

test('a chain that the service does not answer for is not asked for', async () => {
  const { kit, asked } = await setUp(() => ({ data: [transaction('x')], next: null }), [])
  expect(await fetchTransactions(kit)).toMatchObject({ transactions: [], next: null })
  expect(asked()).toEqual([])
})

test('error: not connected', async () => {
  await expect(fetchTransactions(createTestKit())).rejects.toMatchObject({
    code: 'TRANSACTIONS_WITHOUT_ADDRESS',
  })
})

test('where no service was asked, nothing says that there are no transactions', async () => {
  const { kit } = await setUp(() => ({ data: [], next: null }), ['eip155:10'])
  expect(await fetchTransactions(kit)).toMatchObject({ transactions: [], next: null, lacks: ['older'] })
})
