import { afterEach, expect, test, vi } from 'vitest'
import { browserKey, createKey, findKey } from './browserKey.js'

afterEach(() => void vi.restoreAllMocks())

test('the key is the same after a reload and in tabs that open at once, and no script can read it', async () => {
  const [first, second] = await Promise.all([findKey(), findKey()])
  const third = await findKey()
  expect(second.jwk).toEqual(first.jwk)
  expect(third.jwk).toEqual(first.jwk)
  await expect(crypto.subtle.exportKey('jwk', third.privateKey)).rejects.toThrow()
  const bytes = new Uint8Array(1)
  const { x, y } = third.jwk
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const publicKey = await crypto.subtle.importKey(
    'jwk',
    { kty: 'EC', crv: 'P-256', x, y },
    algorithm,
    false,
    ['verify'],
  )
  const signing = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(signing, third.privateKey, bytes)
  expect(await crypto.subtle.verify(signing, publicKey, signature, bytes)).toBe(true)
})

test('if the browser stores nothing, the key lives as long as the page', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const key = await browserKey()
  expect((await browserKey()).jwk).toEqual(key.jwk)
  expect((await findKey()).jwk).not.toEqual(key.jwk)
})

test('error: PAGE_NOT_SECURE on a page that is not secure', async () => {
  vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as never)
  await expect(createKey()).rejects.toMatchObject({ code: 'PAGE_NOT_SECURE' })
})
