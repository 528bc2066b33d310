import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDeferred } from '../../core/deferred.js'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockSession } from '../../testing/mockConnector.js'
import { fetchActivity } from './fetchActivity.js'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const quantity = { numeric: '1' }
const coin = { fungible_info: { name: 'Ether', symbol: 'ETH' }, direction: 'in', quantity }
const lure = { nft_info: { flags: { is_spam: true } }, direction: 'in', quantity }

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

type Page = readonly [ids: string, next?: string | undefined]

afterEach(() => vi.unstubAllGlobals())

/** A service with pages by cursor, each with transactions named by one letter. */
async function setUp(pages: { [cursor: string]: Page | (() => Response | Promise<Response>) }, chainId = 1) {
  const served = ['eip155:1', 'eip155:10']
  const history = ({ searchParams }: URL) => {
    const page = pages[searchParams.get('cursor') ?? ''] ?? ['']
    if (typeof page === 'function') return page()
    const [ids, next = null] = page
    const chain = searchParams.get('chainId') ?? ''
    return Response.json({ data: [...ids].map((id) => transaction(id, [coin], chain)), next })
  }
  const { kit, wallet, asked } = await accountKit({ '/history': history }, { served, chainId })
  const activity = (caipAddress = `eip155:${chainId}:${alice}`) =>
    kit.store.getState().account.activities?.[caipAddress as `eip155:1:${string}`]
  const ids = (caipAddress?: string) =>
    activity(caipAddress)
      ?.transactions.map(({ id }) => id)
      .join('')
  return {
    kit,
    wallet,
    pages,
    activity,
    ids,
    cursors: () => asked.map((url) => url.searchParams.get('cursor')),
  }
}

describe('pages', () => {
  test('are fetched from the newest to the oldest', async () => {
    const { kit, ids, activity, cursors } = await setUp({ '': ['ab', '1'], 1: ['cd', '2'], 2: ['e'] })
    await fetchActivity(kit)
    expect([ids(), activity()?.next]).toEqual(['ab', '1'])
    await fetchActivity(kit, { isMore: true })
    await fetchActivity(kit, { isMore: true })
    await fetchActivity(kit, { isMore: true })
    expect([ids(), activity()?.next]).toEqual(['abcde', null])
    expect(cursors()).toEqual([null, '1', '2'])
  })

  test('end at a cursor that was followed before', async () => {
    const { kit, ids, activity, cursors } = await setUp({ '': ['a', '1'], 1: ['b', '2'], 2: ['c', '1'] })
    await fetchActivity(kit)
    for (let more = 0; more < 5; more++) await fetchActivity(kit, { isMore: true })
    expect([ids(), activity()?.next]).toEqual(['abc', null])
    expect(cursors()).toEqual([null, '1', '2'])
  })

  test('a transaction that is on two pages is listed once', async () => {
    const { kit, ids } = await setUp({ '': ['ab', '1'], 1: ['bc'] })
    await fetchActivity(kit)
    await fetchActivity(kit, { isMore: true })
    expect(ids()).toBe('abc')
  })

  test('after a page that brings nothing new, the next one waits until it is asked for', async () => {
    const { kit, activity, ids } = await setUp({ '': ['ba', 'one'], one: ['ba', 'two'], two: ['z'] })
    await fetchActivity(kit)
    await fetchActivity(kit, { isMore: true })
    expect([ids(), activity()?.isPaused]).toEqual(['ba', true])
    await fetchActivity(kit, { isMore: true })
    expect([ids(), activity()?.next, activity()?.isPaused]).toEqual(['baz', null, undefined])
  })

  test('five pages of nothing but spam do not end the list', async () => {
    const spam = () => Response.json({ data: [transaction('s', [lure])], next: `p${++count}` })
    let count = 0
    const { kit, ids, activity } = await setUp({
      '': spam,
      ...Object.fromEntries([1, 2, 3, 4].map((n) => [`p${n}`, spam])),
      p5: ['z'],
    })
    await fetchActivity(kit)
    expect([ids(), activity()?.next, activity()?.isPaused]).toEqual(['', 'p5', true])
    await fetchActivity(kit, { isMore: true })
    expect([ids(), activity()?.next]).toEqual(['z', null])
  })

  test('spam that the service leaves out is counted over all pages, and anew from the first one', async () => {
    const page = (id: string, next: string | null, spam?: number) => () =>
      Response.json({ data: [transaction(id)], next, spam })
    const { kit, activity, pages } = await setUp({
      '': page('a', 'p1', 3),
      p1: page('b', 'p2'),
      p2: page('c', null, 4),
    })
    await fetchActivity(kit)
    expect(activity()?.hidden).toBe(3)
    await fetchActivity(kit, { isMore: true })
    expect(activity()?.hidden).toBe(3)
    await fetchActivity(kit, { isMore: true })
    expect(activity()?.hidden).toBe(7)
    pages[''] = page('z', null)
    await fetchActivity(kit)
    expect(activity()?.hidden).toBeUndefined()
  })

  test('while the service reads, the same cursor leads to what it has read since', async () => {
    const reading = (share: number, ids: string) => () =>
      Response.json({
        data: [...ids].map((id) => transaction(id)),
        next: 'low',
        reading: { block: 9, share },
        lacks: ['payouts'],
      })
    const { kit, ids, activity, pages } = await setUp({ '': reading(0, ''), low: reading(0.5, 'a') })
    await fetchActivity(kit)
    expect(activity()).toMatchObject({ status: 'success', reading: 0, next: 'low', lacks: ['payouts'] })
    await fetchActivity(kit, { isMore: true })
    pages.low = reading(0.9, '')
    await fetchActivity(kit, { isMore: true })
    expect(activity()).toMatchObject({ reading: 0.9, next: 'low' })
    pages.low = ['b']
    await fetchActivity(kit, { isMore: true })
    expect([ids(), activity()?.next, activity()?.reading]).toEqual(['ab', null, undefined])
    // The pages before still lack what they lacked.
    expect(activity()?.lacks).toEqual(['payouts'])
  })

  test('entries of before 2009 or of the future are left out', async () => {
    const at = (id: string, minedAt: string) => {
      const one = transaction(id)
      return { ...one, metadata: { ...one.metadata, minedAt } }
    }
    const data = [at('early', '2008-12-31T23:59:59Z'), at('late', '2199-01-01T00:00:00Z'), transaction('x')]
    const { kit, ids } = await setUp({ '': () => Response.json({ data, next: null }) })
    await fetchActivity(kit)
    expect(ids()).toBe('x')
  })

  test('nothing is fetched after a page that has not come yet', async () => {
    const { kit, cursors } = await setUp({})
    await fetchActivity(kit, { isMore: true })
    expect(cursors()).toEqual([])
  })
})

test('shows only transactions of the connected chain, and none that only moved spam (spec §5)', async () => {
  const data = [
    transaction('coin'),
    transaction('elsewhere', [coin], 'eip155:10'),
    transaction('lure', [lure, lure]),
    transaction('both', [lure, coin]),
  ]
  const { kit, activity } = await setUp({ '': () => Response.json({ data, next: null }) })
  await fetchActivity(kit)
  expect(activity()?.transactions.map(({ id }) => id)).toEqual(['coin', 'both'])
})

describe('asked again', () => {
  async function setUpSeveral() {
    const given = await setUp({ '': ['bcd', '1'], 1: ['ef', '2'], 2: ['g'] })
    await fetchActivity(given.kit)
    await fetchActivity(given.kit, { isMore: true })
    return given
  }

  test('new transactions come on top, and the pages after them stay', async () => {
    const { kit, pages, ids, activity } = await setUpSeveral()
    pages[''] = ['abc', '1']
    await fetchActivity(kit)
    expect([ids(), activity()?.next]).toEqual(['abcdef', '2'])
    await fetchActivity(kit, { isMore: true })
    expect(ids()).toBe('abcdefg')
  })

  test('a list that had ended goes on if a page with all of it says so', async () => {
    const { kit, pages, ids, activity } = await setUp({ '': ['ab'] })
    await fetchActivity(kit)
    expect(activity()?.next).toBeNull()
    pages[''] = ['ab', '1']
    pages['1'] = ['c']
    await fetchActivity(kit)
    expect(activity()?.next).toBe('1')
    await fetchActivity(kit, { isMore: true })
    expect(ids()).toBe('abc')
  })

  test('transactions that the chain has dropped are removed', async () => {
    const { kit, pages, ids } = await setUpSeveral()
    pages[''] = ['xcd', '1']
    await fetchActivity(kit)
    expect(ids()).toBe('xcdef')
  })

  test('the list begins anew if there is more than a page of new transactions', async () => {
    const { kit, pages, ids, activity } = await setUpSeveral()
    pages[''] = ['xyz', 'new']
    pages.new = ['abc', '1']
    await fetchActivity(kit)
    expect([ids(), activity()?.next]).toEqual(['xyz', 'new'])
    await fetchActivity(kit, { isMore: true })
    expect(ids()).toBe('xyzabc')
  })

  test('the state does not change until the answer is there', async () => {
    const { kit, pages, activity } = await setUpSeveral()
    const answer = createDeferred<Response>()
    pages[''] = () => answer.promise
    const before = activity()
    const asked = fetchActivity(kit)
    await kit.clock.advance(0)
    expect(activity()).toBe(before)
    answer.resolve(Response.json({ data: [transaction('a'), transaction('b')], next: '1' }))
    await asked
    expect(activity()).toMatchObject({ status: 'success', transactions: { length: 6 } })
  })

  test('keeps the new transactions and the next page if both are fetched at once', async () => {
    const { kit, pages, ids, activity, cursors } = await setUpSeveral()
    const [newest, more] = [createDeferred<Response>(), createDeferred<Response>()]
    pages[''] = () => newest.promise
    pages[2] = () => more.promise
    const asked = [fetchActivity(kit), fetchActivity(kit, { isMore: true })]
    newest.resolve(Response.json({ data: ['a', 'b', 'c'].map((id) => transaction(id)), next: '1' }))
    await asked[0]
    expect(activity()?.status).toBe('pending')
    asked.push(fetchActivity(kit, { isMore: true }))
    more.resolve(Response.json({ data: [transaction('g')], next: null }))
    await Promise.all(asked)
    expect([ids(), activity()?.status, activity()?.next]).toEqual(['abcdefg', 'success', null])
    expect(cursors()).toEqual([null, '1', null, '2'])
  })

  test('drops the next page if the list has begun anew in the meantime', async () => {
    const { kit, pages, ids, activity } = await setUpSeveral()
    const [newest, more] = [createDeferred<Response>(), createDeferred<Response>()]
    pages[''] = () => newest.promise
    pages[2] = () => more.promise
    const asked = [fetchActivity(kit), fetchActivity(kit, { isMore: true })]
    newest.resolve(Response.json({ data: [transaction('x')], next: 'new' }))
    await asked[0]
    more.resolve(Response.json({ data: [transaction('g')], next: null }))
    await asked[1]
    expect([ids(), activity()?.next, activity()?.status]).toEqual(['x', 'new', 'success'])
  })
})

describe('a failure', () => {
  const down = () => new Response('<html>', { status: 400 })
  const failed = { code: 'TRANSACTIONS_FETCH_FAILED', message: 'Failed to fetch transactions' }

  test('of the first page is shown, and the next request succeeds', async () => {
    const { kit, pages, ids, activity } = await setUp({ '': down })
    await expect(fetchActivity(kit)).rejects.toMatchObject(failed)
    expect(activity()).toMatchObject({ status: 'error', error: { code: failed.code }, transactions: [] })
    pages[''] = ['a']
    const asked = fetchActivity(kit)
    expect(activity()?.status).toBe('pending')
    await asked
    expect([ids(), activity()?.status]).toEqual(['a', 'success'])
  })

  test('of the next page keeps the known ones, and that page is asked for again', async () => {
    const { kit, pages, ids, activity } = await setUp({ '': ['a', '1'], 1: down })
    await fetchActivity(kit)
    await expect(fetchActivity(kit, { isMore: true })).rejects.toMatchObject(failed)
    expect([ids(), activity()?.status, activity()?.next]).toEqual(['a', 'error', '1'])
    pages[1] = ['b']
    await fetchActivity(kit, { isMore: true })
    expect([ids(), activity()?.status]).toEqual(['ab', 'success'])
  })

  test('of a quiet refresh changes nothing', async () => {
    const { kit, pages, activity } = await setUp({ '': ['a', '1'] })
    await fetchActivity(kit)
    const before = activity()
    pages[''] = down
    await expect(fetchActivity(kit, { isQuiet: true })).rejects.toMatchObject(failed)
    expect(activity()).toBe(before)
  })

  test('stays in sight during a quiet refresh', async () => {
    const { kit, pages, ids, activity } = await setUp({ '': down })
    await fetchActivity(kit).catch(() => {})
    const asked = fetchActivity(kit, { isQuiet: true })
    expect(activity()?.status).toBe('error')
    await asked.catch(() => {})
    pages[''] = ['a']
    await fetchActivity(kit, { isQuiet: true })
    expect([ids(), activity()?.status]).toEqual(['a', 'success'])
  })
})

describe('a late answer', () => {
  test.each([
    ['account', bob, 1],
    ['network', alice, 10],
  ])('for the previous %s is kept there, and not shown for the new one', async (_, address, chainId) => {
    const late = createDeferred<Response>()
    const { kit, wallet, pages, ids, activity } = await setUp({ '': () => late.promise })
    const asked = fetchActivity(kit)
    await kit.clock.advance(0)
    wallet.emit({ type: 'session', session: mockSession([address], chainId) })
    pages[''] = ['n']
    await fetchActivity(kit)
    late.resolve(Response.json({ data: [transaction('o')], next: null }))
    await asked
    expect(ids(`eip155:${chainId}:${address}`)).toBe('n')
    expect([ids(), activity()?.status]).toEqual(['o', 'success'])
  })
})

test('the list is empty without a service, and there is no error', async () => {
  const { kit } = await accountKit({}, { services: {} })
  await fetchActivity(kit)
  expect(kit.store.getState().account.activities?.[`eip155:1:${alice}`]).toMatchObject({
    status: 'success',
    transactions: [],
  })
})

test('error: not connected', async () => {
  await expect(fetchActivity(createTestKit())).rejects.toMatchObject({
    code: 'TRANSACTIONS_WITHOUT_ADDRESS',
  })
})
