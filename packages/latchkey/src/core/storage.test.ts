import { describe, expect, test, vi } from 'vitest'
import { deepLinkItem } from '../protocol/deepLinkItem.js'
import { activeNetworkItem, connectionsItem } from '../protocol/storageItems.js'
import { createStorage, type StorageBackend } from './storage.js'
import { cookieStorage, memoryStorage } from './storageBackends.js'

const connections = { eip155: { connectorId: 'io.metamask', fingerprint: 'abc' } }

function backendWith(entries: { readonly [name: string]: string }): StorageBackend {
  const backend = memoryStorage()
  for (const [name, value] of Object.entries(entries)) backend.setItem(name, value)
  return backend
}

describe('read and write', () => {
  test('a written value can be read, also by the next page', () => {
    const backend = memoryStorage()
    createStorage(backend).write(connectionsItem, connections)
    expect(createStorage(backend).read(connectionsItem)).toEqual(connections)
  })

  test('writing undefined removes the value', () => {
    const storage = createStorage(memoryStorage())
    storage.write(activeNetworkItem, 'eip155:1')
    storage.write(activeNetworkItem, undefined)
    expect(storage.read(activeNetworkItem)).toBeUndefined()
  })

  test.each([
    ['no JSON', '{'],
    ['an empty text', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['no envelope', '{"eip155":{"connectorId":"a"}}'],
    ['an older version', '{"v":0,"d":{}}'],
    ['another type', '{"v":1,"d":"x"}'],
    ['something huge', `{"v":1,"d":"${'x'.repeat(70_000)}"}`],
  ])('%s is moved aside and counts as absent', (_, text) => {
    const backend = backendWith({ 'latchkey.connections': text })
    const storage = createStorage(backend)
    expect(storage.read(connectionsItem)).toBeUndefined()
    expect(backend.getItem('latchkey.connections')).toBeNull()
    expect(backend.getItem('latchkey.quarantine')).toBe(`latchkey.connections ${text.slice(0, 4096)}`)
  })

  test('an unreadable namespace does not invalidate the others', () => {
    const text = JSON.stringify({
      v: 1,
      d: { eip155: { connectorId: 'a' }, solana: { connectorId: 7 }, near: {} },
    })
    const storage = createStorage(backendWith({ 'latchkey.connections': text }))
    expect(storage.read(connectionsItem)).toEqual({ eip155: { connectorId: 'a' } })
  })

  test('an unknown network or a long link reads as absent', () => {
    const storage = createStorage(
      backendWith({
        'latchkey.activeNetworkId': '{"v":1,"d":"Cosmos:hub"}',
        'latchkey.deepLink': JSON.stringify({ v: 1, d: { href: 'x'.repeat(301), name: 'A' } }),
      }),
    )
    expect(storage.read(activeNetworkItem)).toBeUndefined()
    expect(storage.read(deepLinkItem)).toBeUndefined()
  })

  test.each([
    ['amber://open', 'amber://open'],
    ['https://amber.example/open', 'https://amber.example/open'],
    ['smb://files.example/share', undefined],
    ['ms-msdt:/id', undefined],
    ['javascript:alert(1)', undefined],
    ['https://bank.example@evil.example', undefined],
  ])('the link %s of the wallet in use is read as %s', (href, read) => {
    const text = JSON.stringify({ v: 1, d: { href, name: 'Amber' } })
    const storage = createStorage(backendWith({ 'latchkey.deepLink': text }))
    expect(storage.read(deepLinkItem)?.href).toBe(read)
  })
})

describe('a backend that fails', () => {
  function blocked(): never {
    throw new DOMException('blocked', 'SecurityError')
  }
  function full(): never {
    throw new DOMException('full', 'QuotaExceededError')
  }

  const failing: readonly (readonly [name: string, backend: StorageBackend])[] = [
    ['blocked altogether', { getItem: blocked, setItem: blocked, removeItem: blocked, subscribe: blocked }],
    ['full', { getItem: () => null, setItem: full, removeItem: () => {} }],
    ['read-only', { getItem: () => null, setItem: blocked, removeItem: blocked }],
    ['write-only', { getItem: blocked, setItem: () => {}, removeItem: () => {} }],
  ]
  test.each(failing)('%s: the kit keeps the values in memory', (_, backend) => {
    const storage = createStorage(backend)
    expect(storage.read(connectionsItem)).toBeUndefined()
    storage.write(connectionsItem, connections)
    storage.subscribe(connectionsItem, () => {})()
    storage.write(connectionsItem, undefined)
    expect(storage.read(connectionsItem)).toBeUndefined()
  })

  test('a value that could not be written can still be read in this page', () => {
    const storage = createStorage({ getItem: () => null, setItem: full, removeItem: () => {} })
    storage.write(connectionsItem, connections)
    expect(storage.read(connectionsItem)).toEqual(connections)
  })

  test.each(failing.slice(0, 3))('%s: write returns that the value was not stored', (_, backend) => {
    expect(createStorage(backend).write(connectionsItem, connections)).toBe(false)
    expect(createStorage(memoryStorage()).write(connectionsItem, connections)).toBe(true)
  })

  test('is reported once', () => {
    const storage = createStorage({ getItem: blocked, setItem: blocked, removeItem: blocked })
    const onTrouble = vi.fn()
    storage.onTrouble(onTrouble)
    storage.read(connectionsItem)
    storage.write(connectionsItem, connections)
    expect(onTrouble).toHaveBeenCalledTimes(1)
  })
})

test('another tab’s change of an item calls its listener, other changes do not', () => {
  let tell: (name: string | null) => void = () => {}
  const storage = createStorage({
    ...memoryStorage(),
    subscribe(listener) {
      tell = listener
      return () => {}
    },
  })
  const listener = vi.fn()
  storage.subscribe(connectionsItem, listener)
  tell('somebody.else')
  expect(listener).not.toHaveBeenCalled()
  tell('latchkey.connections')
  tell(null)
  expect(listener).toHaveBeenCalledTimes(2)
})

describe('cookieStorage', () => {
  test('reads a request’s cookies, and writes none of them', () => {
    const value = JSON.stringify({ v: 1, d: 'eip155:1' })
    const backend = cookieStorage(`a=1; latchkey.activeNetworkId=${encodeURIComponent(value)}; b=2`)
    const storage = createStorage(backend)
    expect(storage.read(activeNetworkItem)).toBe('eip155:1')
    storage.write(activeNetworkItem, 'eip155:2')
    expect(backend.getItem('latchkey.activeNetworkId')).toBe(value)
  })

  test('the browser sends only the items that a server renders from', () => {
    const cookies: string[] = []
    const kept = new Map<string, string>()
    vi.stubGlobal('document', {
      set cookie(text: string) {
        cookies.push(text)
      },
    })
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    })
    try {
      const backend = cookieStorage()
      backend.setItem('latchkey.activeNetworkId', 'a')
      backend.setItem('latchkey.labels', 'b')
      expect(cookies).toEqual([expect.stringMatching(/^latchkey\.activeNetworkId=a;/)])
      expect([...kept]).toEqual([['latchkey.labels', 'b']])
      expect(backend.getItem('latchkey.labels')).toBe('b')
      backend.removeItem('latchkey.labels')
      expect(kept.size).toBe(0)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
