import { describe, expect, test } from 'vitest'
import { createContext } from '../shared/context.js'
import { createLog } from '../shared/log.js'
import { createTestClock } from '../testing/createTestClock.js'
import type { Connection } from './connection.js'
import { createPublisher } from './publisher.js'
import type { MailboxStore, Message, Outcome } from './store/MailboxStore.js'
import type { Subscriptions } from './subscriptions.js'

const megabyte = 1024 * 1024
const plenty = { rate: 1e12, burst: 1e12 }
const connection = {
  clientId: 'did:key:z1',
  limits: { messageSize: 64 * megabyte, publish: plenty, bytes: plenty },
} as unknown as Connection

/** Creates a publisher whose disk writes on command. */
function setUp() {
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const waiting: ((isKept: boolean) => void)[] = []
  const store = {
    publish: (messages: readonly Message[]) =>
      new Promise<readonly Outcome[]>((resolve, reject) => {
        waiting.push((isKept) => {
          if (isKept) resolve(messages.map(() => ({ status: 'duplicate' })))
          else reject(new Error('no space left'))
        })
      }),
  } as unknown as MailboxStore
  const subscriptions = { deliver() {} } as unknown as Subscriptions
  const publisher = createPublisher({ context: createContext({ log }), store, subscriptions })
  const publish = (size: number) =>
    publisher.publish(connection, [{ topic: 'a', message: '-'.repeat(size), ttl: 300, tag: 0 }])
  return { publish, write: (isKept = true) => waiting.shift()?.(isKept) }
}

/** Creates a publisher whose store of 64 MiB writes at once; one address may use a 64th of it. */
function openShop() {
  const clock = createTestClock()
  const log = createLog({ level: 'silent', now: () => 0, write: () => undefined })
  const store = {
    publish: async (messages: readonly Message[]) => messages.map(() => ({ status: 'duplicate' }) as const),
  } as unknown as MailboxStore
  const settings = { relayStoreSize: 64 * megabyte, relayAddressShare: 64, relayTtlMaximum: 1_000 }
  const context = createContext({ log, clock, settings })
  const { publish } = createPublisher({
    context,
    store,
    subscriptions: { deliver() {} } as unknown as Subscriptions,
  })
  let clients = 0
  return {
    clock,
    /** Publishes under a new client id. */
    publish: (addressName: string | undefined, size: number, ttl: number) =>
      publish({ ...connection, clientId: `did:key:z${clients++}`, addressName } as unknown as Connection, [
        { topic: 'a', message: '-'.repeat(size), ttl, tag: 0 },
      ]),
  }
}

describe('what one address may store', () => {
  const isOver = { tag: 'TooManyRequests' }

  test('is its share of the store across all its client ids; other addresses have their own', async () => {
    const { publish } = openShop()
    for (let count = 0; count < 8; count++) await publish('203.0.113.5', megabyte / 8, 1_000)
    await expect(publish('203.0.113.5', 1_000, 1_000)).rejects.toMatchObject(isOver)
    await publish('198.51.100.7', megabyte / 8, 1_000)
  })

  test('weights a message by its lifetime', async () => {
    const { publish } = openShop()
    for (let count = 0; count < 32; count++) await publish('203.0.113.5', megabyte / 8, 250)
    await expect(publish('203.0.113.5', megabyte / 8, 250)).rejects.toMatchObject(isOver)
  })

  test('refills over the longest lifetime of a message', async () => {
    const { publish, clock } = openShop()
    await publish('203.0.113.5', megabyte, 1_000)
    clock.advance(499_000)
    await expect(publish('203.0.113.5', megabyte / 2, 1_000)).rejects.toMatchObject(isOver)
    clock.advance(2_000)
    await publish('203.0.113.5', megabyte / 2, 1_000)
  })

  test('has no limit on this machine', async () => {
    const { publish } = openShop()
    for (let count = 0; count < 20; count++) await publish(undefined, megabyte, 1_000)
  })
})

/** Returns the state of a publish: its error, or that it waits for the disk. */
async function stateOf(published: Promise<void>): Promise<string> {
  const nextTurn = new Promise<string>((resolve) => setImmediate(() => resolve('waits')))
  const end = published.then(
    () => 'written',
    (error: Error) => error.message,
  )
  return Promise.race([end, nextTurn])
}

const isBehind = expect.stringContaining('the disk is behind')

test('refuses messages while 64 MiB wait for the disk', async () => {
  const { publish, write } = setUp()
  const first = publish(40 * megabyte)
  expect(await stateOf(first)).toBe('waits')
  const second = publish(24 * megabyte)
  expect(await stateOf(second)).toBe('waits')
  expect(await stateOf(publish(1))).toEqual(isBehind)
  // Refused messages take no room; written ones free theirs.
  write()
  await first
  expect(await stateOf(publish(40 * megabyte + 1))).toEqual(isBehind)
  const third = publish(40 * megabyte)
  expect(await stateOf(third)).toBe('waits')
  expect(await stateOf(publish(1))).toEqual(isBehind)
  write()
  write()
  await Promise.all([second, third])
})

test('accepts messages again after a write has failed', async () => {
  const { publish, write } = setUp()
  const first = publish(64 * megabyte)
  const failed = expect(first).rejects.toMatchObject({ name: 'RelayError' })
  write(false)
  await failed
  const second = publish(64 * megabyte)
  expect(await stateOf(second)).toBe('waits')
  write()
  await second
})
