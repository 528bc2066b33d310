import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../../testing/createTestClock.js'
import type { MailboxLimits, MailboxStore, Message } from './MailboxStore.js'
import { createMemoryStore } from './memoryStore.js'
import { createSqliteStore } from './sqliteStore.js'

/** All store implementations; add a new one here. */
const stores = [
  {
    name: 'memory',
    open: async (options: OpenOptions) =>
      createMemoryStore({ limits: options.limits, now: () => options.clock.steadyNow() }),
  },
  {
    name: 'sqlite',
    open: (options: OpenOptions) =>
      createSqliteStore({ ...options, path: join(options.directory, 'relay.db'), maximumBytes: 2 ** 30 }),
  },
]

type OpenOptions = {
  readonly directory: string
  readonly limits: MailboxLimits
  readonly clock: TestClock
}

const topic = 'a'.repeat(64)
const other = 'b'.repeat(64)
const alice = 'did:key:alice'
const bob = 'did:key:bob'
const carol = 'did:key:carol'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe.each(stores)('MailboxStore: $name', { timeout: 30_000 }, ({ open }) => {
  async function setUp(limits: Partial<MailboxLimits> = {}) {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-store-'))
    cleanups.push(() => rmSync(directory, { recursive: true }))
    const clock = createTestClock()
    const store = await open({ directory, clock, limits: { messages: 100, bytes: 100_000, ...limits } })
    cleanups.push(() => store.close())
    return { store, clock, ...createHelpers(store, clock) }
  }

  test('a message waits for every client except its publisher', async () => {
    const { publish, texts } = await setUp()
    await publish('hello')
    expect(await texts({ clientId: bob })).toEqual(['hello'])
    expect(await texts({ clientId: carol })).toEqual(['hello'])
    expect(await texts({ clientId: alice })).toEqual([])
    expect(await texts({ clientId: bob, topic: other })).toEqual([])
  })

  test('returns a message as it was stored', async () => {
    const { store, message, pending } = await setUp()
    const given = message('hello', { tag: 1108, attestation: '' })
    const [outcome] = await store.publish([given])
    expect(await pending({ clientId: bob })).toEqual([
      { ...given, position: (outcome as { position: number }).position },
    ])
  })

  test('returns no attestation if none was stored', async () => {
    const { publish, pending } = await setUp()
    await publish('hello')
    expect((await pending({ clientId: bob }))[0]).not.toHaveProperty('attestation')
  })

  test('returns messages in order of publication, after a position, up to a count', async () => {
    const { store, message, texts, pending } = await setUp()
    await Promise.all([
      store.publish([message('1'), message('2')]),
      store.publish([message('3', { topic: other })]),
      store.publish([message('4')]),
    ])
    expect(await texts({ clientId: bob })).toEqual(['1', '2', '4'])
    const [first] = await pending({ clientId: bob, limit: 1 })
    expect(first?.message).toBe('1')
    expect(await texts({ clientId: bob, after: first?.position ?? 0 })).toEqual(['2', '4'])
  })

  test('returns messages up to a number of bytes, and a larger message alone', async () => {
    const { publish, texts } = await setUp()
    for (const text of ['aaaa', 'bbbb', 'cccc']) await publish(text)
    expect(await texts({ clientId: bob, bytes: 8 })).toEqual(['aaaa', 'bbbb'])
    expect(await texts({ clientId: bob, bytes: 9 })).toEqual(['aaaa', 'bbbb'])
    expect(await texts({ clientId: bob, bytes: 1 })).toEqual(['aaaa'])
  })

  test('an acknowledgement counts for its client only', async () => {
    const { store, publish, texts, receipt } = await setUp()
    await publish('hello')
    store.acknowledge([receipt('hello', bob), receipt('hello', bob), receipt('unknown', bob)])
    expect(await texts({ clientId: bob })).toEqual([])
    expect(await texts({ clientId: carol })).toEqual(['hello'])
  })

  test('a receipt counts on its topic only', async () => {
    const { store, publish, texts, receipt } = await setUp()
    await publish('hello')
    await publish('hello', { topic: other })
    store.acknowledge([receipt('hello', bob)])
    expect(await texts({ clientId: bob, topic: other })).toEqual(['hello'])
  })

  test('the same message on the same topic is a duplicate, also from another publisher', async () => {
    const { store, message, publish, texts } = await setUp()
    expect(await publish('hello')).toMatchObject([{ status: 'stored' }])
    expect(await publish('hello', { publisher: bob })).toEqual([{ status: 'duplicate' }])
    expect(await publish('hello', { topic: other })).toMatchObject([{ status: 'stored' }])
    expect(await store.publish([message('twice'), message('twice')])).toMatchObject([
      { status: 'stored' },
      { status: 'duplicate' },
    ])
    expect(await texts({ clientId: carol })).toEqual(['hello', 'twice'])
  })

  test('an expired message is gone, removed or not, and may be published again', async () => {
    const { store, clock, publish, texts } = await setUp()
    await publish('hello', {}, 1_000)
    clock.advance(999)
    expect(await texts({ clientId: bob })).toEqual(['hello'])
    clock.advance(1)
    expect(await texts({ clientId: bob })).toEqual([])
    expect(await publish('hello', {}, 1_000)).toMatchObject([{ status: 'stored' }])
    expect(await texts({ clientId: bob })).toEqual(['hello'])
    clock.advance(1_000)
    expect(await store.removeExpired()).toBe(1)
    expect(await store.removeExpired()).toBe(0)
  })

  test("a message's receipts are removed with it", async () => {
    const { store, clock, publish, texts, receipt } = await setUp()
    await publish('hello', {}, 1_000)
    store.acknowledge([receipt('hello', bob)])
    expect(await texts({ clientId: bob })).toEqual([])
    clock.advance(1_000)
    await publish('hello', {}, 1_000)
    expect(await texts({ clientId: bob })).toEqual(['hello'])
  })

  test('a changed calendar clock expires no message', async () => {
    const { clock, publish, texts } = await setUp()
    await publish('hello', {}, 60_000)
    clock.setCalendar(3_600_000)
    expect(await texts({ clientId: bob })).toEqual(['hello'])
    clock.setCalendar(-7_200_000)
    clock.advance(60_000)
    expect(await texts({ clientId: bob })).toEqual([])
  })

  test('full: limits the messages on a topic, and other topics accept more', async () => {
    const { publish } = await setUp({ messages: 2 })
    await publish('1')
    await publish('2')
    expect(await publish('3')).toEqual([{ status: 'full' }])
    expect(await publish('2')).toEqual([{ status: 'duplicate' }])
    expect(await publish('3', { topic: other })).toMatchObject([{ status: 'stored' }])
  })

  test('full: limits the bytes on a topic', async () => {
    const { publish } = await setUp({ bytes: 10 })
    await publish('1234567')
    expect(await publish('1234')).toEqual([{ status: 'full' }])
    expect(await publish('123')).toMatchObject([{ status: 'stored' }])
  })

  test('full: the limit also applies within one call', async () => {
    const { store, message } = await setUp({ messages: 2 })
    const outcomes = await store.publish(['1', '2', '3'].map((text) => message(text)))
    expect(outcomes.map(({ status }) => status)).toEqual(['stored', 'stored', 'full'])
  })

  test('a first acknowledgement makes room, and so does an expiry; the acknowledged message still waits for other clients', async () => {
    const { store, clock, publish, texts, receipt } = await setUp({ messages: 1 })
    await publish('1')
    store.acknowledge([receipt('1', bob)])
    await publish('2', {}, 1_000)
    expect(await texts({ clientId: carol })).toEqual(['1', '2'])
    expect(await publish('3')).toEqual([{ status: 'full' }])
    clock.advance(1_000)
    await store.removeExpired()
    expect(await publish('3')).toMatchObject([{ status: 'stored' }])
  })

  test('another encoding of a message on the topic is a replay', async () => {
    const { clock, publish, idOf } = await setUp()
    await publish('QUI=', {}, 1_000)
    expect(await publish('QUJ=', { canonicalId: idOf('QUI=') })).toEqual([{ status: 'replayed' }])
    expect(await publish('QUJ=', { canonicalId: idOf('QUI='), topic: other })).toMatchObject([
      { status: 'stored' },
    ])
    clock.advance(1_000)
    expect(await publish('QUJ=', { canonicalId: idOf('QUI=') })).toMatchObject([{ status: 'stored' }])
  })

  test('calls take effect in the order they are made', async () => {
    const { store, message, receipt, texts } = await setUp()
    const published = store.publish([message('1'), message('2')])
    store.acknowledge([receipt('1', bob)])
    expect(await texts({ clientId: bob })).toEqual(['2'])
    await published
  })
})

function createHelpers(store: MailboxStore, clock: TestClock) {
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const message = (text: string, more: Partial<Message> = {}, ttl = 300_000): Message => ({
    topic,
    message: text,
    messageId: idOf(text),
    tag: 0,
    publisher: alice,
    publishedAt: clock.now(),
    expiresAt: clock.steadyNow() + ttl,
    ...more,
  })
  const pending = (query: Partial<Parameters<MailboxStore['pending']>[0]>) =>
    store.pending({ topic, clientId: bob, after: 0, limit: 100, bytes: 100_000, ...query })
  return {
    idOf,
    message,
    pending,
    publish: (text: string, more?: Partial<Message>, ttl?: number) =>
      store.publish([message(text, more, ttl)]),
    texts: async (query: Parameters<typeof pending>[0]) =>
      (await pending(query)).map((found) => found.message),
    receipt: (text: string, clientId: string) => ({ clientId, topic, messageId: idOf(text) }),
  }
}
