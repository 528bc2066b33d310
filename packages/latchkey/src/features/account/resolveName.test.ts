import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CaipNetworkId } from '../../protocol/caip.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { mockAdapter } from '../../testing/mockAdapter.js'
import { mockNetwork } from '../../testing/mockNetwork.js'
import { isNameLike, resolveName } from './resolveName.js'

const own = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

afterEach(() => vi.unstubAllGlobals())

/** The chains that the service answers for; 7 is not among them. */
const served = ['eip155:1', 'eip155:10', 'eip155:8453', 'eip155:2147483658', 'eip155:5']

function setUp(answer: () => Response) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address)
    if (url.pathname === '/v1/supported-chains') return Response.json({ http: served, ws: [] })
    asked.push(url)
    return answer()
  })
  const kit = createTestKit({
    adapters: [mockAdapter({ toAddress: async (value) => (typeof value === 'string' ? value : undefined) })],
    networks: [mockNetwork(1), mockNetwork(5, { testnet: true })],
    services: { blockchain: 'https://chain.example' },
  })
  const resolve = (name: string, networkId: CaipNetworkId = 'eip155:1') =>
    resolveName(kit, { name, networkId })
  return { kit, asked, resolve }
}

const profile = (addresses: object) => Response.json({ name: 'alice.eth', addresses, attributes: {} })

test('gives the address of the name', async () => {
  const { asked, resolve } = setUp(() => profile({ 60: { address: own } }))
  expect(await resolve('alice.eth')).toBe(own)
  expect(asked[0]?.pathname).toBe('/v1/profile/account/alice.eth')
  expect(asked[0]?.searchParams.get('chainId')).toBe('eip155:1')
})

test('prefers the address that the name has on the network (ENSIP-11)', async () => {
  const { resolve } = setUp(() => profile({ 60: { address: own }, 2147483658: { address: other } }))
  expect(await resolve('alice.eth', 'eip155:10')).toBe(other)
  expect(await resolve('alice.eth', 'eip155:8453')).toBe(own)
  expect(await resolve('alice.eth', 'eip155:2147483658')).toBe(own)
})

test('caches the address for 5 min', async () => {
  const { kit, asked, resolve } = setUp(() => profile({ 60: { address: own } }))
  await resolve('alice.eth')
  await kit.clock.advance(299_999)
  await resolve('alice.eth')
  expect(asked).toHaveLength(1)
  await kit.clock.advance(1)
  await resolve('alice.eth')
  expect(asked).toHaveLength(2)
})

test('returns nothing for a 404 answer and for a name without an address', async () => {
  expect(await setUp(() => new Response('{}', { status: 404 })).resolve('nobody.eth')).toBeUndefined()
  expect(await setUp(() => profile({})).resolve('alice.eth')).toBeUndefined()
})

test('returns nothing for a name whose address on the network was emptied, even if it has another one', async () => {
  const empty = { address: `0x${'0'.repeat(40)}` }
  expect(await setUp(() => profile({ 60: empty })).resolve('alice.eth')).toBeUndefined()
  expect(await setUp(() => profile({ 60: { address: '0x' } })).resolve('alice.eth')).toBeUndefined()
  const { resolve } = setUp(() => profile({ 60: { address: own }, 2147483658: empty }))
  expect(await resolve('alice.eth', 'eip155:10')).toBeUndefined()
})

test.each<[string, () => Response]>([
  ['429', () => new Response('', { status: 429 })],
  ['a page', () => new Response('<html>')],
  ['truncated JSON', () => new Response('{"name":"a')],
  ['an address that is a number', () => profile({ 60: { address: 1e30 } })],
  ['an address with markup', () => profile({ 60: { address: '<b>' } })],
  ['no list of addresses', () => profile([own])],
])('throws for %s', async (_name, answer) => {
  await expect(setUp(answer).resolve('alice.eth')).rejects.toMatchObject({ code: 'NAME_RESOLUTION_FAILED' })
})

test.each([
  ['on a testnet', 'eip155:5'],
  ['on a chain that no service answers for', 'eip155:7'],
] as const)('returns nothing %s, without a request', async (_, networkId) => {
  const { asked, resolve } = setUp(() => profile({ 60: { address: own } }))
  expect(await resolve('alice.eth', networkId)).toBeUndefined()
  expect(asked).toEqual([])
})

test('returns nothing for a family without names, without a request', async () => {
  const { kit, asked, resolve } = setUp(() => profile({ 60: { address: own } }))
  expect(await resolve('alice.eth', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBeUndefined()
  expect(asked).toEqual([])
  const { names: _, ...nameless } = mockAdapter({ namespace: 'toy' })
  const other = createTestKit({
    adapters: [nameless],
    networks: [{ ...mockNetwork(1), id: 'one', chainNamespace: 'toy' }],
    services: kit.config.services,
  })
  expect(await resolveName(other, { name: 'alice.eth', networkId: 'toy:one' })).toBeUndefined()
  expect(asked).toEqual([])
})

test('a family with names of its own answers with its own addresses', async () => {
  const adapter = mockAdapter({
    namespace: 'toy',
    names: async () => ({
      resolve: async ({ name }) => (name === 'alice.toy' ? 'Harbour' : undefined),
      identify: async () => ({ name: 'alice.toy', avatar: null }),
    }),
  })
  const kit = createTestKit({
    adapters: [adapter],
    networks: [{ ...mockNetwork(1), id: 'one', chainNamespace: 'toy' }],
  })
  expect(await resolveName(kit, { name: 'alice.toy', networkId: 'toy:one' })).toBe('Harbour')
  expect(await resolveName(kit, { name: 'bob.toy', networkId: 'toy:one' })).toBeUndefined()
})

describe('isNameLike', () => {
  test.each(['alice.eth', 'a.b.eth', 'имя.eth', '🦊.eth'])('%s could be a name', (text) => {
    expect(isNameLike(text)).toBe(true)
  })

  test.each(['', 'alice', '.eth', 'alice.', 'a..eth', 'a b.eth', 'https://a.eth', 'a@b.eth', own, 'a/b.eth'])(
    '%s could not',
    (text) => {
      expect(isNameLike(text)).toBe(false)
    },
  )
})
