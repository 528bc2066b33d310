import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { accountKit } from '../../../testing/accountKit.js'
import { LatchkeyProvider } from '../../LatchkeyProvider.js'
import { useRecipientPicture } from './useRecipientPicture.js'

const harbour = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeEach(() => vi.setConfig({ testTimeout: 30_000 }))
afterEach(() => vi.unstubAllGlobals())

async function setUp(name: string | undefined, identity: { name: string | null; avatar: string | null }) {
  const { kit, asked } = await accountKit({
    '/avatar': () => new Response(new Blob(['<svg/>']), { headers: { 'content-type': 'image/svg+xml' } }),
    '/identity': () => Response.json(identity),
  })
  const { result } = await renderHook(() => useRecipientPicture({ address: harbour, name }, 'eip155:1'), {
    wrapper: ({ children }) => <LatchkeyProvider kit={kit}>{children}</LatchkeyProvider>,
  })
  return { result, paths: () => asked.map(({ pathname }) => pathname.split('/')[4] ?? 'identity') }
}

const named = { name: 'harbour.eth', avatar: 'https://pictures.example/1.svg' }

test('is the picture of the name, as the service hands it on', async () => {
  const { result, paths } = await setUp('harbour.eth', named)
  await vi.waitFor(() => expect(result.current).toMatch(/^blob:/))
  expect(paths()).toEqual(['identity', 'avatar'])
})

test('none where the address goes by another name, or by none', async () => {
  for (const identity of [
    { ...named, name: 'famous.eth' },
    { ...named, name: null },
  ]) {
    const { result, paths } = await setUp('harbour.eth', identity)
    await vi.waitFor(() => expect(paths()).toContain('identity'))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(paths()).toEqual(['identity'])
    expect(result.current).toBeUndefined()
  }
})

test('a bare address is not looked up', async () => {
  const { result, paths } = await setUp(undefined, named)
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(paths()).toEqual([])
  expect(result.current).toBeUndefined()
})
