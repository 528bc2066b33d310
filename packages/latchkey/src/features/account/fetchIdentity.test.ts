import { afterEach, expect, test, vi } from 'vitest'
import { accountKit, alice } from '../../testing/accountKit.js'
import { createTestKit } from '../../testing/createTestKit.js'
import { fetchIdentity } from './fetchIdentity.js'

const nobody = { name: null, avatar: null }

afterEach(() => vi.unstubAllGlobals())

async function setUp(answer: () => Response | Promise<Response>, chainId = 1) {
  const { kit, asked } = await accountKit({ '/v1/identity/': answer }, { chainId })
  const identity = () => kit.store.getState().account.identities?.[`eip155:${chainId}:${alice}`]
  return { kit, asked, identity }
}

test('returns the name and the picture, and keeps them', async () => {
  const found = { name: 'alice.eth', avatar: 'https://example.com/a.png' }
  const { kit, asked, identity } = await setUp(() => Response.json(found))
  expect(await fetchIdentity(kit)).toEqual(found)
  expect(identity()).toEqual(found)
  expect(asked[0]?.pathname).toBe(`/v1/identity/${alice}`)
  expect(asked[0]?.searchParams.get('sender')).toBe(alice)
})

test('§9 "Name and identity cache": 5 min', async () => {
  const { kit, asked } = await setUp(() => Response.json(nobody))
  await Promise.all([fetchIdentity(kit), fetchIdentity(kit)])
  await kit.clock.advance(299_999)
  await fetchIdentity(kit)
  expect(asked).toHaveLength(1)
  await kit.clock.advance(1)
  await fetchIdentity(kit)
  expect(asked).toHaveLength(2)
})

test.each<[string, () => Response]>([
  ['429', () => new Response('', { status: 429, headers: { 'retry-after': '9' } })],
  ['a page', () => new Response('<html>')],
  ['truncated JSON', () => new Response('{"name":"a')],
  ['a name that is a number', () => Response.json({ name: 1e30, avatar: null })],
  ['an invisible name', () => Response.json({ name: '\u200b', avatar: null })],
])('takes %s for no name, and does not ask again for 30 s', async (_name, answer) => {
  let isDown = true
  const { kit, asked, identity } = await setUp(() =>
    isDown ? answer() : Response.json({ name: 'a.eth', avatar: null }),
  )
  expect(await fetchIdentity(kit)).toEqual(nobody)
  isDown = false
  await kit.clock.advance(29_999)
  expect(await fetchIdentity(kit)).toEqual(nobody)
  expect([asked.length, identity()]).toEqual([1, undefined])
  await kit.clock.advance(1)
  expect(await fetchIdentity(kit)).toEqual({ name: 'a.eth', avatar: null })
})

test('removes harmful characters and links', async () => {
  const { kit } = await setUp(() => Response.json({ name: 'a\u202e<b>.eth', avatar: 'javascript:alert(1)' }))
  expect(await fetchIdentity(kit)).toEqual({ name: 'a <b>.eth', avatar: null })
})

test.each([
  ['a testnet', 5],
  ['a chain that is not served', 10],
])('%s has no names', async (_name, chainId) => {
  const { kit, asked } = await setUp(() => Response.json({ name: 'a.eth', avatar: null }), chainId)
  expect(await fetchIdentity(kit)).toEqual(nobody)
  expect(asked).toEqual([])
})

test('error: not connected', async () => {
  await expect(fetchIdentity(createTestKit())).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
})
