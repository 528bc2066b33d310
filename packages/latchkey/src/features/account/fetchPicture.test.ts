import { afterEach, expect, test, vi } from 'vitest'
import type { Nft } from '../../protocol/entities/Nft.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { fetchAvatar, fetchNftImage } from './fetchPicture.js'
import type { Account } from './state.js'

const nft: Nft = {
  chainId: 'eip155:1',
  standard: 'ERC721',
  tokenId: '7',
  quantity: '1',
  name: 'Scene #7',
  collection: { address: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'Scenes' },
  attributes: [],
  hasImage: true,
  isSpam: false,
}
const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const account: Account = {
  address,
  addresses: [address],
  caipAddress: `eip155:1:${address}`,
  namespace: 'eip155',
  networkId: 'eip155:1',
  connectorId: 'mock',
}

afterEach(() => vi.unstubAllGlobals())

function setUp(answer: () => Response) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).pathname)
    return answer()
  })
  const kit = createTestKit({ services: { blockchain: 'https://chain.example' } })
  return { kit, asked, pictures: () => kit.store.getState().account.pictures ?? {} }
}

const png = () => new Response('x', { headers: { 'content-type': 'image/png' } })

test('keeps the picture of a collectible as an object address, asked for once', async () => {
  const { kit, asked, pictures } = setUp(png)
  await Promise.all([fetchNftImage(kit, { nft }), fetchNftImage(kit, { nft })])
  await fetchNftImage(kit, { nft })
  expect(asked).toEqual(['/v1/nft/eip155%3A1/0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48/7/image'])
  expect(pictures()).toEqual({ [`${nft.collection.address}/7`]: expect.stringMatching(/^blob:/) })
})

test('keeps the picture of an account', async () => {
  const { kit, asked, pictures } = setUp(png)
  await fetchAvatar(kit, { account })
  expect(asked).toEqual([`/v1/identity/${address}/avatar`])
  expect(pictures()).toEqual({ [account.caipAddress]: expect.stringMatching(/^blob:/) })
})

test('a collectible without a picture is not asked for', async () => {
  const { kit, asked } = setUp(png)
  await fetchNftImage(kit, { nft: { ...nft, hasImage: false } })
  expect(asked).toEqual([])
})

test.each<[string, () => Response]>([
  ['a page', () => new Response('<script>', { headers: { 'content-type': 'text/html' } })],
  ['404', () => new Response('', { status: 404 })],
  ['429', () => new Response('', { status: 429 })],
])('takes %s for no picture, and does not ask again for a minute', async (_name, answer) => {
  const { kit, asked, pictures } = setUp(answer)
  await fetchNftImage(kit, { nft })
  await kit.clock.advance(59_999)
  await fetchNftImage(kit, { nft })
  expect([asked.length, pictures()]).toEqual([1, {}])
  await kit.clock.advance(1)
  await fetchNftImage(kit, { nft })
  expect(asked.length).toBe(2)
})
