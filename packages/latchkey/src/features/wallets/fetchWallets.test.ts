import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '../../core/Config.js'
import { createDeferred } from '../../core/deferred.js'
import type { KitEvent } from '../../protocol/events.js'
import { version } from '../../protocol/version.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { openModal } from '../modal/openModal.js'
import { fetchFeaturedWallets } from './fetchFeaturedWallets.js'
import { fetchImage } from './fetchImage.js'
import { fetchMoreWallets, resetWallets } from './fetchWallets.js'
import { searchWallets } from './searchWallets.js'

type Query = { readonly [name: string]: string }
type Answer = { readonly data: readonly unknown[]; readonly count: number }

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const wallet = (id: string, more: object = {}) => ({ id, name: `Wallet ${id}`, ...more })
const walletsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => wallet(`w${first + index}`))

/** A kit with a fake explorer: the test gives its answers and sees its queries. */
function setUp(
  list: (query: Query) => Answer | number | Promise<Answer>,
  config: Partial<Config> = {},
  image: (id: string) => Response | Promise<Response> = picture,
) {
  const queries: Query[] = []
  const images: string[] = []
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const { pathname, searchParams } = new URL(address)
    if (pathname === '/getWallets') {
      const query = Object.fromEntries(searchParams)
      queries.push(query)
      const answer = list(query)
      if (typeof answer === 'number') return new Response('no', { status: answer })
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )
      return Response.json(await Promise.race([answer, aborted]))
    }
    const id = pathname.replace('/getWalletImage/', '')
    images.push(id)
    return image(id)
  })
  const kit = createTestKit({ services: { explorer: 'https://explorer.invalid' }, ...config })
  const events: KitEvent[] = []
  kit.events.subscribe((event) => events.push(event))
  return { kit, queries, images, events, wallets: () => kit.store.getState().wallets }
}

function picture() {
  return new Response(new Blob(['picture'], { type: 'image/png' }))
}

const ids = (list: { readonly wallets: readonly { readonly id: string }[] }) =>
  list.wallets.map(({ id }) => id)

/** An explorer with these wallets, which lists them by pages as ours does. */
const catalogue = (all: readonly unknown[]) => (query: Query) => {
  const [page, entries] = [Number(query.page), Number(query.entries)]
  return { data: all.slice((page - 1) * entries, page * entries), count: all.length }
}

describe('fetchMoreWallets', () => {
  test('§9 "Wallet page size": 40 at a time, until all are there', async () => {
    const { kit, queries, wallets } = setUp(catalogue(walletsFrom(0, 90)))
    const lengths: number[] = []
    for (let round = 0; round < 5; round++) {
      await fetchMoreWallets(kit)
      lengths.push(wallets().all.wallets.length)
    }
    expect(lengths).toEqual([40, 80, 90, 90, 90])
    expect(queries.map(({ page, entries }) => `${page}/${entries}`)).toEqual(['1/40', '2/40', '3/40'])
    expect(wallets().all).toMatchObject({ status: 'success', count: 90 })
  })

  test('sends one request at a time', async () => {
    const { kit, queries, wallets } = setUp(catalogue(walletsFrom(0, 90)))
    const both = [fetchMoreWallets(kit), fetchMoreWallets(kit)]
    expect(wallets().all.status).toBe('pending')
    await Promise.all(both)
    expect(queries).toHaveLength(1)
  })

  test('wallets that are listed twice are shown once, and the pages after them still come', async () => {
    const all = [...walletsFrom(0, 40), ...walletsFrom(38, 40), ...walletsFrom(78, 12)]
    const { kit, queries, wallets } = setUp(catalogue(all))
    for (let round = 0; round < 5; round++) await fetchMoreWallets(kit)
    expect(ids(wallets().all)).toEqual(walletsFrom(0, 90).map(({ id }) => id))
    expect(queries.map(({ page }) => page)).toEqual(['1', '2', '3'])
    expect(wallets().all.count).toBe(90)
  })

  test('wallets that cannot be read are left out, and the pages after them still come', async () => {
    const all = [...walletsFrom(0, 39), { id: 7, name: null }, ...walletsFrom(39, 10)]
    const { kit, queries, wallets } = setUp(catalogue(all))
    for (let round = 0; round < 4; round++) await fetchMoreWallets(kit)
    expect(wallets().all).toMatchObject({ status: 'success', count: 49 })
    expect(wallets().all.wallets).toHaveLength(49)
    expect(queries.map(({ page }) => page)).toEqual(['1', '2'])
  })

  test('a service that counts more wallets than it lists is not asked for ever', async () => {
    const { kit, queries, wallets } = setUp(({ page }) => ({
      data: page === '1' ? walletsFrom(0, 40) : [],
      count: 1_000_000,
    }))
    for (let round = 0; round < 5; round++) await fetchMoreWallets(kit)
    expect(queries).toHaveLength(2)
    expect(wallets().all.count).toBe(40)
  })

  test('after a failure the list stays, and the next call asks for the same page again', async () => {
    let isBroken = false
    const pages = catalogue(walletsFrom(0, 60))
    const { kit, queries, wallets } = setUp((query) => (isBroken ? 400 : pages(query)))
    await fetchMoreWallets(kit)
    isBroken = true
    await fetchMoreWallets(kit)
    expect(wallets().all).toMatchObject({ status: 'error', error: { code: 'SERVICE_REFUSED' } })
    expect(wallets().all.wallets).toHaveLength(40)
    isBroken = false
    await fetchMoreWallets(kit)
    expect(wallets().all).toMatchObject({ status: 'success', count: 60 })
    expect(wallets().all.error).toBeUndefined()
    expect(queries.map(({ page }) => page)).toEqual(['1', '2', '2'])
  })

  test('a page of a list that has begun again is dropped', async () => {
    const old = createDeferred<Answer>()
    let asked = 0
    const { kit, wallets } = setUp(() => (asked++ === 0 ? old.promise : { data: [wallet('new')], count: 1 }))
    const first = fetchMoreWallets(kit)
    openModal(kit, { namespace: 'solana' })
    await fetchMoreWallets(kit)
    old.resolve({ data: [wallet('old')], count: 1 })
    await first
    expect(ids(wallets().all)).toEqual(['new'])
  })

  test('starts from the first page after resetWallets', async () => {
    const { kit, queries, wallets } = setUp(catalogue(walletsFrom(0, 10)))
    await fetchMoreWallets(kit)
    resetWallets(kit)
    expect(wallets().all).toEqual({ status: 'idle', wallets: [], count: 0 })
    await fetchMoreWallets(kit)
    expect(queries).toHaveLength(2)
  })

  test('asks for the wallets that the host allows, on its networks', async () => {
    const { kit, queries } = setUp(catalogue([]), {
      projectId: 'p1',
      includeWalletIds: ['a', 'b'],
      excludeWalletIds: ['c'],
    })
    await fetchMoreWallets(kit)
    expect(queries[0]).toEqual({
      projectId: 'p1',
      st: 'latchkey',
      sv: `html-latchkey-${version}`,
      page: '1',
      entries: '40',
      include: 'a,b',
      exclude: 'c',
      chains: 'eip155:1,eip155:10',
    })
  })
})

describe('§9 "Image prefetch": the first 20', () => {
  const withPictures = walletsFrom(0, 40).map(({ id }) => wallet(id, { image_id: `image-${id}` }))

  test('have their pictures when the page shows; the others get theirs as they come into view', async () => {
    const { kit, images, wallets } = setUp(catalogue(withPictures))
    await fetchMoreWallets(kit)
    expect(images).toEqual(withPictures.slice(0, 20).map(({ id }) => `image-${id}`))
    expect(Object.keys(wallets().images)).toHaveLength(20)
    expect(wallets().images['wallet:image-w0']).toMatch(/^blob:/)
  })

  test('waits for pictures no longer than two seconds', async () => {
    const { kit, images, wallets } = setUp(catalogue(withPictures), {}, () => new Promise(() => {}))
    const fetched = fetchMoreWallets(kit)
    await vi.waitFor(() => expect(images).toHaveLength(20))
    await kit.clock.advance(1_999)
    expect(wallets().all.status).toBe('pending')
    await kit.clock.advance(1)
    await fetched
    expect(wallets().all.status).toBe('success')
  })

  test('succeeds if a picture cannot be fetched', async () => {
    const { kit, wallets } = setUp(catalogue(withPictures), {}, () => new Response('no', { status: 404 }))
    await fetchMoreWallets(kit)
    expect(wallets().all.status).toBe('success')
    expect(wallets().images).toEqual({})
  })

  test('HTML in place of a picture is not kept as a picture', async () => {
    const page = () => new Response('<script>', { headers: { 'content-type': 'text/html' } })
    const { kit, wallets } = setUp(catalogue([]), {}, page)
    await fetchImage(kit, { kind: 'wallet', id: 'a' })
    expect(wallets().images).toEqual({})
  })

  test('a picture is fetched once, and not again for a minute after a failure', async () => {
    let isBroken = true
    const { kit, images } = setUp(catalogue([]), {}, () =>
      isBroken ? new Response('no', { status: 404 }) : picture(),
    )
    const get = () => fetchImage(kit, { kind: 'wallet', id: 'a' })
    await get()
    await get()
    expect(images).toHaveLength(1)
    isBroken = false
    await kit.clock.advance(60_000)
    await Promise.all([get(), get()])
    await get()
    expect(images).toHaveLength(2)
  })
})

describe('fetchFeaturedWallets', () => {
  const explorer = (query: Query): Answer =>
    query.include === undefined
      ? { data: walletsFrom(0, Number(query.entries)), count: 90 }
      : { data: query.include.split(',').map((id) => wallet(id)), count: 1 }

  test('§9 "Recommended / featured default": 4, and the whole catalogue is counted', async () => {
    const { kit, queries, wallets } = setUp(explorer)
    await fetchFeaturedWallets(kit)
    expect(queries.map(({ entries }) => entries)).toEqual(['4'])
    expect(ids(wallets().recommended)).toEqual(['w0', 'w1', 'w2', 'w3'])
    expect(wallets().featured.status).toBe('idle')
    expect(wallets().all.count).toBe(90)
  })

  test('the host’s own come in its order, and are not also recommended', async () => {
    const { kit, queries, wallets } = setUp(
      (query) => {
        const { data, count } = explorer(query)
        return { data: [...data].reverse(), count }
      },
      { featuredWalletIds: ['b', 'a', 'c'], excludeWalletIds: ['x'] },
    )
    await fetchFeaturedWallets(kit)
    expect(ids(wallets().featured)).toEqual(['b', 'a', 'c'])
    expect(queries.find(({ include }) => include === 'b,a,c')).toMatchObject({ entries: '3', exclude: 'x' })
    expect(queries.find(({ include }) => include === undefined)).toMatchObject({ exclude: 'x,b,a,c' })
    expect(wallets().all.count).toBe(93)
  })

  test('an id that the explorer does not know leaves no gap', async () => {
    const { kit, wallets } = setUp(() => ({ data: [wallet('a')], count: 1 }), {
      featuredWalletIds: ['gone', 'a'],
    })
    await fetchFeaturedWallets(kit)
    expect(ids(wallets().featured)).toEqual(['a'])
  })

  test('one list fails on its own, and is asked for again when the screen opens next', async () => {
    let isBroken = true
    const { kit, queries, wallets } = setUp(
      (query) => (isBroken && query.include !== undefined ? 400 : explorer(query)),
      { featuredWalletIds: ['a'] },
    )
    await fetchFeaturedWallets(kit)
    expect(wallets().featured).toMatchObject({ status: 'error', error: { code: 'SERVICE_REFUSED' } })
    expect(wallets().recommended.status).toBe('success')
    isBroken = false
    await fetchFeaturedWallets(kit)
    expect(ids(wallets().featured)).toEqual(['a'])
    expect(queries).toHaveLength(3)
  })

  test('wallets that the host excludes are known by name too, also if the request fails', async () => {
    let isBroken = false
    const { kit, wallets } = setUp((query) => (isBroken ? 400 : explorer(query)), {
      excludeWalletIds: ['x'],
    })
    await fetchFeaturedWallets(kit)
    expect(wallets().excluded).toMatchObject([{ id: 'x', name: 'Wallet x' }])
    isBroken = true
    kit.cache.clear()
    await fetchFeaturedWallets(kit)
    expect(wallets().recommended.status).toBe('success')
  })

  test('lists that have begun again drop earlier answers', async () => {
    const old = createDeferred<Answer>()
    const { kit, wallets } = setUp(() => old.promise)
    const first = fetchFeaturedWallets(kit)
    openModal(kit, { namespace: 'solana' })
    old.resolve({ data: [wallet('old')], count: 1 })
    await first
    expect(wallets().recommended).toEqual({ status: 'idle', wallets: [], count: 0 })
  })

  test('an origin that the service refuses alerts the developer', async () => {
    vi.stubGlobal('fetch', async () => new Response('Unauthorized: origin not allowed', { status: 403 }))
    const kit = createTestKit({ services: { explorer: 'https://explorer.invalid' } })
    await fetchFeaturedWallets(kit)
    // The first alert loads the code for alerts.
    await vi.dynamicImportSettled()
    expect(kit.store.getState().notify.alert).toEqual({ code: 'INVALID_APP_CONFIGURATION' })
  })
})

describe('searchWallets', () => {
  test('§9 "Search page size": 100', async () => {
    const { kit, queries, wallets, events } = setUp(() => ({ data: [wallet('a')], count: 700 }))
    await searchWallets(kit, { text: '  rain ' })
    expect(queries[0]).toMatchObject({ search: 'rain', page: '1', entries: '100' })
    expect(wallets().search).toMatchObject({ status: 'success', text: 'rain', count: 1 })
    expect(events).toEqual([{ type: 'SEARCH_WALLET', badge: 'all', search: 'rain' }])
  })

  test('§9 "Search image wait": found wallets wait 300 ms for their pictures, no longer', async () => {
    const { kit, images, wallets } = setUp(
      () => ({ data: [wallet('a', { image_id: 'slow' })], count: 1 }),
      {},
      () => new Promise(() => {}),
    )
    const search = searchWallets(kit, { text: 'a' })
    await vi.waitFor(() => expect(images).toEqual(['slow']))
    await kit.clock.advance(299)
    expect(wallets().search.status).toBe('pending')
    await kit.clock.advance(1)
    await search
    expect(wallets().search.status).toBe('success')
  })

  test('a newer search ends the one before: its answer is dropped, also where it comes last', async () => {
    const slow = createDeferred<Answer>()
    const { kit, wallets } = setUp(({ search }) =>
      search === 'slow' ? slow.promise : { data: [wallet('fast')], count: 1 },
    )
    const first = searchWallets(kit, { text: 'slow' })
    await searchWallets(kit, { text: 'fast' })
    slow.resolve({ data: [wallet('slow')], count: 1 })
    await first
    expect(wallets().search).toMatchObject({ status: 'success', text: 'fast' })
    expect(ids(wallets().search)).toEqual(['fast'])
  })

  test('an empty text ends a search, and asks nothing', async () => {
    const slow = createDeferred<Answer>()
    const { kit, queries, wallets } = setUp(() => slow.promise)
    const first = searchWallets(kit, { text: 'slow' })
    await searchWallets(kit, { text: '   ' })
    await first
    expect(wallets().search).toMatchObject({ status: 'idle', text: '', wallets: [] })
    expect(queries).toHaveLength(1)
  })

  test('searches by a badge without a text', async () => {
    const { kit, queries, events } = setUp(() => ({ data: [], count: 0 }))
    await searchWallets(kit, { text: '', badge: 'certified' })
    expect(queries[0]).toMatchObject({ badge_type: 'certified' })
    expect(queries[0]).not.toHaveProperty('search')
    expect(events).toEqual([{ type: 'SEARCH_WALLET', badge: 'certified', search: '' }])
  })

  test('a failure is shown, and the same search can be tried again', async () => {
    let isBroken = true
    const { kit, wallets } = setUp(() => (isBroken ? 400 : { data: [wallet('a')], count: 1 }))
    await searchWallets(kit, { text: 'a' })
    expect(wallets().search).toMatchObject({ status: 'error', error: { code: 'SERVICE_REFUSED' } })
    isBroken = false
    await searchWallets(kit, { text: 'a' })
    expect(wallets().search).toMatchObject({ status: 'success', count: 1 })
    expect(wallets().search.error).toBeUndefined()
  })

  test('a search with another filter is dropped', async () => {
    const slow = createDeferred<Answer>()
    const { kit, wallets } = setUp(() => slow.promise)
    const search = searchWallets(kit, { text: 'a' })
    openModal(kit, { namespace: 'solana' })
    slow.resolve({ data: [wallet('a')], count: 1 })
    await search
    expect(wallets().search).toMatchObject({ status: 'idle', wallets: [] })
  })
})
