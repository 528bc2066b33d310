// Tests of browser features: storage, locks, channels, page events and keys. Runs in Chromium.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSignClient } from '../client/createSignClient.js'
import { watchWake } from '../client/watchWake.js'
import { systemClock } from '../clock.js'
import { nativeCurves } from '../crypto/nativeCurves.js'
import { indexedDbStorage } from '../state/indexedDbStorage.js'
import { browserTabs } from '../state/tabs.js'
import { createWalletClient } from '../wallet/createWalletClient.js'
import { asked, granted, metadataOf } from './clients.js'
import { createFakeClock, settled, until } from './fakeClock.js'
import { createMemoryRelay } from './memoryRelay.js'
import { vectors } from './vectors.js'

const clients: { close(): Promise<void> }[] = []
beforeEach(deleteDatabase)
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

function deleteDatabase(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('latchkey.sign')
    request.onsuccess = resolve
    request.onerror = reject
  })
}

/** Opens a site with tabs and a wallet that approves everything, with the default options. */
function openSite() {
  const relay = createMemoryRelay({ clock: systemClock })
  const options = { relayUrl: relay.url, webSocket: relay.webSocket }
  const wallet = createWalletClient({ ...options, metadata: metadataOf('wallet'), storagePrefix: 'wallet.' })
  wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: granted }))
  wallet.on('session_request', ({ topic, id }) => void wallet.respond({ topic, id, result: '0x51' }))
  const tab = () => {
    const client = createSignClient({ ...options, metadata: metadataOf('app') })
    clients.push(client)
    return client
  }
  clients.push(wallet)
  return { relay, wallet, tab }
}

describe('two tabs of a browser', () => {
  test('share a session, its requests and its end, and ask the wallet once', async () => {
    const { wallet, tab } = openSite()
    const [a, b] = [tab(), tab()]
    await Promise.all([a.start(), b.start(), wallet.start()])
    const { uri, approval } = a.connect({ namespaces: asked })
    await wallet.pair({ uri })
    const { topic } = await approval
    await until(() => b.session(topic) !== undefined)
    const request = { topic, chainId: 'eip155:1', method: 'personal_sign', params: [] }
    expect(await Promise.all([a.request(request), b.request(request)])).toEqual(['0x51', '0x51'])
    await b.disconnect({ topic })
    await until(() => a.sessions().length === 0)
  })

  test('a reload restores the session', async () => {
    const { wallet, tab } = openSite()
    const before = tab()
    await wallet.start()
    const { uri, approval } = before.connect({ namespaces: asked })
    await wallet.pair({ uri })
    const session = await approval
    await before.close()
    const after = tab()
    await after.start()
    expect(after.sessions()).toEqual([session])
    await after.ping({ topic: session.topic })
  })
})

describe('indexedDbStorage', () => {
  test('keeps, replaces and removes texts, also for another tab', async () => {
    const [a, b] = [indexedDbStorage(), indexedDbStorage()]
    expect(await a.getItem('name')).toBeUndefined()
    await a.setItem('name', 'first')
    await b.setItem('name', 'second')
    expect(await a.getItem('name')).toBe('second')
    await b.removeItem('name')
    expect(await a.getItem('name')).toBeUndefined()
  })

  test('lets the visitor clear the data of the site, and goes on afterwards', async () => {
    const storage = indexedDbStorage()
    await storage.setItem('name', 'before')
    await deleteDatabase()
    expect(await storage.getItem('name')).toBeUndefined()
    await storage.setItem('name', 'after')
    expect(await storage.getItem('name')).toBe('after')
  })

  test('rejects where the browser refuses, and tries again at the next call', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const storage = indexedDbStorage()
    await expect(storage.getItem('name')).rejects.toThrow('blocked')
    open.mockRestore()
    expect(await storage.getItem('name')).toBeUndefined()
  })
})

describe('browserTabs', () => {
  test('runs one task at a time across tabs', async () => {
    const [a, b] = [browserTabs('one.'), browserTabs('one.')]
    const order: string[] = []
    const task = (name: string) => async () => {
      order.push(name)
      await settled(3)
      order.push(`/${name}`)
    }
    await Promise.all([a.exclusive(task('a')), b.exclusive(task('b')), a.exclusive(task('c'))])
    expect(order.join('')).toMatch(/^(?:(\w)\/\1){3}$/)
    a.close()
    b.close()
  })

  test('a frozen tab inside its task blocks the others for three seconds, once', async () => {
    const clock = createFakeClock()
    const [frozen, other] = [browserTabs('two.', clock), browserTabs('two.', clock)]
    let thaw = (_: string) => {}
    const thawed = frozen.exclusive(() => new Promise<string>((resolve) => (thaw = resolve)))
    await settled()
    let isDone = false
    const done = other.exclusive(async () => {
      isDone = true
    })
    await settled()
    expect(isDone).toBe(false)
    await clock.advance(3_000)
    await done
    expect(await other.exclusive(async () => 'at once')).toBe('at once')
    // The frozen tab lost the lock, and ends its task all the same.
    thaw('thawed')
    expect(await thawed).toBe('thawed')
    frozen.close()
    other.close()
  })

  test('reports which tabs are open', async () => {
    const [a, b] = [browserTabs('three.'), browserTabs('three.')]
    await settled()
    expect([await a.isAlive(a.id), await a.isAlive(b.id), await a.isAlive('nobody')]).toEqual([
      true,
      true,
      false,
    ])
    b.close()
    await settled()
    expect(await a.isAlive(b.id)).toBe(false)
    a.close()
  })

  test('delivers messages to other tabs, and none after closing', async () => {
    const [a, b] = [browserTabs('four.'), browserTabs('four.')]
    const heard: unknown[] = []
    const stop = b.subscribe((message) => heard.push(message))
    a.post({ n: 1 })
    await until(() => heard.length === 1)
    stop()
    a.post({ n: 2 })
    a.close()
    a.post({ n: 3 })
    await settled()
    expect(heard).toEqual([{ n: 1 }])
    b.close()
  })
})

describe('watchWake', () => {
  test('listens to all wake events, and stops', () => {
    let woken = 0
    const stop = watchWake(() => {
      woken++
    })
    document.dispatchEvent(new Event('visibilitychange'))
    for (const name of ['pageshow', 'online', 'focus']) dispatchEvent(new Event(name))
    expect(woken).toBe(4)
    stop()
    dispatchEvent(new Event('online'))
    expect(woken).toBe(4)
  })

  test('a client listens only while there is something to watch', async () => {
    const { relay, tab } = openSite()
    const app = tab()
    await app.start()
    dispatchEvent(new Event('online'))
    await settled()
    expect(relay.dials()).toBe(0)
    const { cancel } = app.connect({ namespaces: asked })
    await until(() => relay.published.length === 1)
    const before = relay.calls.length
    dispatchEvent(new Event('online'))
    await until(() => relay.calls.length > before)
    cancel()
  })
})

describe('nativeCurves', () => {
  test('this browser supports the curves', async () => {
    const bytes = (hex: string) =>
      Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    const { privateKeyA, publicKeyB, symKey } = vectors
    expect(await nativeCurves.agree(bytes(privateKeyA), bytes(publicKeyB))).toEqual(bytes(symKey))
    const { privateKey } = await nativeCurves.createKeyPair()
    expect(privateKey).toHaveLength(32)
    expect((await nativeCurves.createSigner(privateKey)).publicKey).toHaveLength(32)
  })
})
