import { afterEach, describe, expect, test } from 'vitest'
import { asked, createTestStorage, createWorld, record } from '../testing/clients.js'
import { settled, until } from '../testing/fakeClock.js'
import { memoryStorage } from './KeyValueStorage.js'

let world = createWorld()
afterEach(async () => {
  await world.close()
  world = createWorld()
})

const sign = { chainId: 'eip155:1', method: 'personal_sign', params: [] }

describe('a failing storage', () => {
  test.each(['read', 'write', 'all'] as const)(
    'at %s: connecting and signing work all the same',
    async (failure) => {
      const storage = createTestStorage()
      storage.failure = failure
      const wallet = await world.agreeableWallet()
      const app = world.app({ storage })
      const troubles = record(app, 'storage_trouble')
      const { uri, approval } = app.connect({ namespaces: asked })
      await wallet.pair({ uri })
      const { topic } = await approval
      expect(await app.request({ topic, ...sign })).toBe('0x51')
      expect(troubles).toHaveLength(1)
      await app.disconnect({ topic })
      expect(app.sessions()).toEqual([])
    },
  )

  test('that hangs is replaced by memory after ten seconds', async () => {
    const storage = createTestStorage()
    storage.failure = 'hang'
    const wallet = await world.agreeableWallet()
    const app = world.app({ storage })
    const { uri, approval } = app.connect({ namespaces: asked })
    await wallet.pair({ uri })
    await world.clock.advance(10_000)
    expect((await approval).topic).toBe(wallet.sessions()[0]?.topic)
  })

  test('that fails during use leaves the session usable', async () => {
    const storage = createTestStorage()
    const { app, session } = await world.connected({ app: { storage } })
    storage.failure = 'all'
    expect(await app.request({ topic: session.topic, ...sign })).toBe('0x51')
    expect(app.sessions()).toHaveLength(1)
  })
})

describe('acknowledging', () => {
  test('a message is acknowledged only after it has been stored', async () => {
    const gate = { isOpen: true, waiting: [] as (() => void)[] }
    const entries = memoryStorage()
    const slow = {
      getItem: entries.getItem,
      removeItem: entries.removeItem,
      async setItem(name: string, value: string) {
        if (!gate.isOpen) await new Promise<void>((resolve) => gate.waiting.push(resolve))
        entries.setItem(name, value)
      },
    }
    const { app, wallet, session } = await world.connected({ app: { storage: slow } })
    await settled()
    expect(world.relay.unacknowledged()).toBe(0)
    gate.isOpen = false
    wallet.update({ topic: session.topic, namespaces: {} }).catch(() => {})
    await until(() => gate.waiting.length === 1)
    await settled()
    expect(world.relay.unacknowledged()).toBe(1)
    expect(app.session(session.topic)).toEqual(session)
    gate.isOpen = true
    for (const open of gate.waiting) open()
    await until(() => world.relay.unacknowledged() === 0)
    expect(app.session(session.topic)?.namespaces).toEqual({})
  })

  test('a message received before a crash is delivered again', async () => {
    const entries = memoryStorage()
    const crash = { is: false }
    const unwritten: (() => void)[] = []
    const dying = {
      getItem: entries.getItem,
      removeItem: entries.removeItem,
      // The page closes during a write.
      setItem: (name: string, value: string) =>
        crash.is ? new Promise<void>((resolve) => unwritten.push(resolve)) : entries.setItem(name, value),
    }
    const { wallet, session } = await world.connected({ app: { storage: dying } })
    await settled()
    crash.is = true
    wallet.update({ topic: session.topic, namespaces: {} }).catch(() => {})
    await until(() => world.relay.unacknowledged() === 1)
    world.relay.drop()
    const next = world.app({ storage: entries })
    const updated = record(next, 'session_update')
    await next.start()
    await until(() => updated.length === 1)
    expect(next.session(session.topic)?.namespaces).toEqual({})
    for (const resolve of unwritten) resolve()
  })

  test('a client can be closed although its storage never answers', async () => {
    const entries = memoryStorage()
    const hang = { is: false }
    const silent = {
      getItem: entries.getItem,
      removeItem: entries.removeItem,
      setItem: (name: string, value: string) =>
        hang.is ? new Promise<void>(() => {}) : entries.setItem(name, value),
    }
    const { app, wallet, session } = await world.connected({ app: { storage: silent } })
    await settled()
    hang.is = true
    wallet.update({ topic: session.topic, namespaces: {} }).catch(() => {})
    await until(() => world.relay.unacknowledged() === 1)
    let isClosed = false
    void app.close().then(() => {
      isClosed = true
    })
    await world.clock.advance(5_000)
    expect(isClosed).toBe(true)
  })
})

describe('invalid data in the storage', () => {
  test.each(['', '{', 'null', '7', '[]', '{"v":1}', '{"v":1,"d":{}}', '{"v":9,"d":{}}', 'x'.repeat(1e5)])(
    '%o in any one place harms nothing else',
    async (rubbish) => {
      const storage = createTestStorage()
      const { app, session } = await world.connected({ app: { storage } })
      await app.close()
      const names = [...storage.entries.keys()]
      expect(names).toHaveLength(3)
      for (const name of names) {
        const copy = createTestStorage()
        for (const [key, value] of storage.entries) copy.entries.set(key, value)
        copy.entries.set(name, rubbish)
        const next = world.app({ storage: copy })
        await next.start()
        expect(next.sessions()).toEqual(name.endsWith('identity') ? [session] : [])
        expect(copy.entries.get(name)).not.toBe(rubbish)
        const again = next.connect({ namespaces: asked })
        await settled()
        again.cancel()
        await next.close()
      }
    },
  )
})

describe('the stored data', () => {
  test('stays bounded, however much happens', async () => {
    const storage = createTestStorage()
    const { app, wallet, session } = await world.connected({
      app: { storage },
      wallet: { storage: createTestStorage() },
    })
    const { topic } = session
    const size = () => [...storage.entries.values()].reduce((sum, text) => sum + text.length, 0)
    for (let count = 0; count < 150; count++) {
      await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    }
    await until(() => world.relay.unacknowledged() === 0)
    const full = size()
    for (let count = 0; count < 150; count++) {
      await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    }
    await until(() => world.relay.unacknowledged() === 0)
    expect(size()).toBeLessThanOrEqual(full + 50)
    expect(full).toBeLessThan(12_000)
    expect(app.sessions()).toHaveLength(1)
  })

  test('uses names under the prefix', async () => {
    const storage = createTestStorage()
    const { session } = await world.connected({ app: { storage, storagePrefix: 'mine.' } })
    await settled()
    expect([...storage.entries.keys()].sort()).toEqual([
      'mine.identity',
      `mine.topic.${session.topic}`,
      'mine.topics',
    ])
  })

  test('does not keep the name of a session whose entry is lost', async () => {
    const storage = createTestStorage()
    const { app, session } = await world.connected({ app: { storage } })
    await app.close()
    storage.entries.delete(`latchkey.sign.topic.${session.topic}`)
    const next = world.app({ storage })
    await next.start()
    expect(next.sessions()).toEqual([])
    expect(JSON.parse(storage.entries.get('latchkey.sign.topics') ?? '{}').d).toEqual([])
  })
})
