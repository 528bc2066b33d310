import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { fetchNfts } from './fetchNfts.js'

const collection = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const nft = (tokenId: number, change: object = {}) => ({
  chainId: 'eip155:1',
  standard: 'ERC721',
  tokenId: String(tokenId),
  quantity: '1',
  name: `Scene #${tokenId}`,
  collection: { address: collection, name: 'Scenes' },
  attributes: [],
  hasImage: true,
  isSpam: false,
  ...change,
})

afterEach(() => vi.unstubAllGlobals())

async function setUp(answer: (cursor: string | null) => Response, chainId = 1) {
  const { kit, asked } = await accountKit(
    { '/nfts': ({ searchParams }) => answer(searchParams.get('cursor')) },
    { chainId },
  )
  const nfts = () => kit.store.getState().account.nfts?.[`eip155:${chainId}:${alice}`]
  return { kit, asked, nfts, numbers: () => nfts()?.items.map(({ tokenId }) => Number(tokenId)) }
}

const page = (items: readonly object[], next: string | null = null) => Response.json({ data: items, next })

test('keeps the valid collectibles of the connected chain, each once', async () => {
  const { kit, asked, nfts } = await setUp(() =>
    page([
      nft(1),
      nft(1),
      nft(2, { chainId: 'eip155:10' }),
      nft(3, { tokenId: '-1' }),
      nft(3, { tokenId: 1e30 }),
      nft(3, { quantity: 'NaN' }),
      nft(3, { name: {} }),
      nft(3, { hasImage: 'https://evil.example' }),
      nft(4, { name: '<b>\u202eScene', isSpam: true }),
    ]),
  )
  await fetchNfts(kit)
  expect(nfts()).toEqual({
    status: 'success',
    items: [nft(1), nft(4, { name: '<b> Scene', isSpam: true })],
    next: null,
    seen: [],
  })
  expect(asked[0]?.pathname).toBe(`/v1/account/${alice}/nfts`)
  expect(asked[0]?.searchParams.get('chainId')).toBe('eip155:1')
})

test('a page that brings nothing new pauses the list, and the next one is fetched on demand', async () => {
  const { kit, nfts, numbers } = await setUp((cursor) => page([nft(1)], `${cursor ?? ''}x`))
  await fetchNfts(kit)
  expect(nfts()?.next).toBe('x')
  await fetchNfts(kit, { isMore: true })
  expect([nfts()?.next, nfts()?.isPaused]).toEqual(['xx', true])
  expect(numbers()).toEqual([1])
})

test('fetches page after page to the end', async () => {
  const { kit, asked, nfts, numbers } = await setUp((cursor) =>
    cursor === null ? page([nft(1)], 'a') : cursor === 'a' ? page([nft(2), nft(1)], 'b') : page([nft(3)]),
  )
  await fetchNfts(kit)
  await fetchNfts(kit, { isMore: true })
  await fetchNfts(kit, { isMore: true })
  await fetchNfts(kit, { isMore: true })
  expect([numbers(), nfts()?.next, asked.length]).toEqual([[1, 2, 3], null, 3])
})

test('a cursor that leads in a circle ends the list', async () => {
  const { kit, nfts, numbers } = await setUp((cursor) =>
    cursor === null ? page([nft(1)], 'a') : page([nft(2)], cursor === 'a' ? 'b' : 'a'),
  )
  await fetchNfts(kit)
  await fetchNfts(kit, { isMore: true })
  await fetchNfts(kit, { isMore: true })
  expect([numbers(), nfts()?.next]).toEqual([[1, 2], null])
})

test('skips empty pages, at most five', async () => {
  let count = 0
  const { kit, asked, nfts } = await setUp(() => page([], `cursor-${++count}`))
  await fetchNfts(kit)
  expect([asked.length, nfts()?.items, nfts()?.next]).toEqual([5, [], 'cursor-5'])
  expect(nfts()?.isPaused).toBe(true)
})

test('says how far the service has read, until it has read everything', async () => {
  let answer: object = { data: [], next: null, reading: { share: 0.25 }, lacks: ['older'] }
  const { kit, nfts, numbers } = await setUp(() => Response.json(answer))
  await fetchNfts(kit)
  expect(nfts()).toMatchObject({ items: [], reading: 0.25, lacks: ['older'] })
  answer = { data: [nft(1)], next: null }
  await fetchNfts(kit, { isForced: true, isQuiet: true })
  expect([numbers(), nfts()?.reading, nfts()?.lacks]).toEqual([[1], undefined, undefined])
})

test('what one of the pages lacks, the list lacks', async () => {
  const answers: { readonly [cursor: string]: object } = {
    first: { data: [nft(1)], next: 'a', lacks: ['older'] },
    a: { data: [nft(2)], next: 'b', lacks: ['coin'] },
    b: { data: [nft(3)], next: null },
  }
  const { kit, nfts } = await setUp((cursor) => Response.json(answers[cursor ?? 'first']))
  for (const isMore of [false, true, true]) await fetchNfts(kit, { isMore })
  expect([nfts()?.items.length, nfts()?.next, nfts()?.lacks]).toEqual([3, null, ['older', 'coin']])
})

describe('asked again', () => {
  test('within 30 s, the cache answers and the fetched pages stay', async () => {
    const { kit, asked, numbers } = await setUp((cursor) =>
      cursor === null ? page([nft(1)], 'a') : page([nft(2)]),
    )
    await fetchNfts(kit)
    await fetchNfts(kit, { isMore: true })
    await kit.clock.advance(29_999)
    await fetchNfts(kit)
    expect([asked.length, numbers()]).toEqual([2, [1, 2]])
    await kit.clock.advance(1)
    await fetchNfts(kit)
    expect([asked.length, numbers()]).toEqual([3, [1, 2]])
  })

  test('starts the list again if a collectible came or went', async () => {
    let first = 1
    const { kit, numbers } = await setUp((cursor) =>
      cursor === null ? page([nft(first)], 'a') : page([nft(2)]),
    )
    await fetchNfts(kit)
    await fetchNfts(kit, { isMore: true })
    first = 9
    const again = fetchNfts(kit, { isForced: true })
    expect(numbers()).toEqual([1, 2])
    await again
    expect(numbers()).toEqual([9])
  })
})

describe('faults', () => {
  test.each<[string, () => Response]>([
    ['429', () => new Response('', { status: 429, headers: { 'retry-after': '9' } })],
    ['a page', () => new Response('<html>')],
    ['truncated JSON', () => new Response('{"data":[')],
    ['wrong types', () => Response.json({ data: {}, next: 7 })],
    ['10 MB', () => new Response(`"${'x'.repeat(10_000_000)}"`)],
  ])(
    '%s is an error; the kit asks again after 30 s and keeps the known collectibles',
    async (_name, fault) => {
      let isDown = false
      const { kit, asked, nfts, numbers } = await setUp(() => (isDown ? fault() : page([nft(1)])))
      await fetchNfts(kit)
      isDown = true
      await expect(fetchNfts(kit, { isForced: true })).rejects.toMatchObject({ code: expect.any(String) })
      expect([nfts()?.status, numbers()]).toEqual(['error', [1]])
      isDown = false
      await kit.clock.advance(29_999)
      await expect(fetchNfts(kit, { isForced: true, isQuiet: true })).rejects.toBeDefined()
      expect(asked).toHaveLength(2)
      await kit.clock.advance(1)
      await fetchNfts(kit)
      expect(nfts()?.status).toBe('success')
    },
  )

  test.each([
    ['a testnet', 5],
    ['a chain that is not served', 10],
  ])('%s is unserved', async (_name, chainId) => {
    const { kit, asked, nfts } = await setUp(() => page([nft(1)]), chainId)
    await fetchNfts(kit)
    expect([nfts()?.status, asked]).toEqual(['unserved', []])
  })

  test('error: not connected', async () => {
    await expect(fetchNfts(createTestKit())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})
