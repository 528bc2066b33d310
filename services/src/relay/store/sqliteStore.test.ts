import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestClock } from '../../testing/createTestClock.js'
import { createSqliteStore } from './sqliteStore.js'

// Tests of the disk store only; `mailboxStore.test.ts` covers all stores.

const topic = 'a'.repeat(64)
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function setUp({ maximumBytes = 2 ** 30 } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'latchkey-sqlite-'))
  cleanups.push(() => rmSync(directory, { recursive: true }))
  const clock = createTestClock()
  const path = join(directory, 'relay.db')
  const limits = { messages: 10_000, bytes: 2 ** 30 }
  const open = async () => {
    const store = await createSqliteStore({ path, limits, maximumBytes, clock })
    let isOpen = true
    const close = async () => {
      if (isOpen) await store.close()
      isOpen = false
    }
    cleanups.push(close)
    return { ...store, close }
  }
  const message = (text: string) => ({
    topic,
    messageId: text.slice(0, 20),
    message: text,
    tag: 0,
    publisher: 'alice',
    publishedAt: clock.now(),
    expiresAt: clock.steadyNow() + 300_000,
  })
  return { clock, path, open, message }
}

const query = { topic, clientId: 'bob', after: 0, limit: 10_000, bytes: 2 ** 30 }

describe('createSqliteStore', { timeout: 30_000 }, () => {
  test('messages, receipts and order survive reopening', async () => {
    const { open, message } = setUp()
    const first = await open()
    await first.publish([message('1'), message('2'), message('3')])
    first.acknowledge([{ clientId: 'bob', topic, messageId: '2' }])
    await first.close()
    const second = await open()
    const [outcome] = await second.publish([message('4')])
    expect(outcome).toEqual({ status: 'stored', position: 4 })
    expect((await second.pending(query)).map((found) => found.message)).toEqual(['1', '3', '4'])
  })

  test('receipts without other writes are written after a moment', async () => {
    const { open, message, clock, path } = setUp()
    const store = await open()
    await store.publish([message('1')])
    store.acknowledge([{ clientId: 'bob', topic, messageId: '1' }])
    const count = () =>
      (new Database(path).prepare('SELECT count(*) AS n FROM receipt').get() as { n: number }).n
    expect(count()).toBe(0)
    const later = () => {
      clock.advance(100)
      return count()
    }
    await expect.poll(later).toBe(1)
  })

  test('error: a full file refuses the call and keeps its contents', async () => {
    const { open, message } = setUp({ maximumBytes: 2 ** 20 })
    const store = await open()
    const big = (name: string) => message(`${name}:`.padEnd(200_000, 'x'))
    await store.publish([big('1'), big('2')])
    await expect(store.publish([big('3'), big('4'), big('5'), big('6')])).rejects.toMatchObject({
      code: 'SQLITE_FULL',
    })
    expect((await store.pending(query)).map((found) => found.message.slice(0, 1))).toEqual(['1', '2'])
    expect(await store.publish([message('small')])).toMatchObject([{ status: 'stored' }])
  })

  test('in a full file only the oldest acknowledged messages are removed', async () => {
    const { open, message } = setUp({ maximumBytes: 2 ** 20 })
    const store = await open()
    const big = (name: string) => message(`${name}:`.padEnd(100_000, 'x'))
    await store.publish([big('kept')])
    for (let index = 0; index < 50; index++) {
      const one = big(String(index))
      expect(await store.publish([one])).toMatchObject([{ status: 'stored' }])
      store.acknowledge([{ clientId: 'carol', topic, messageId: one.messageId }])
    }
    const found = (await store.pending(query)).map((one) => one.message.split(':')[0])
    expect(found[0]).toBe('kept')
    expect(found.at(-1)).toBe('49')
    expect(found.length).toBeLessThan(12)
  })

  test('takes over a file from before the version table', async () => {
    const { open, message, path } = setUp()
    const first = await open()
    await first.publish([message('1'), message('2')])
    first.acknowledge([{ clientId: 'bob', topic, messageId: '1' }])
    await first.close()
    // The file as the code left it then: the same tables, with the version in the file header.
    const database = new Database(path)
    database.exec('DROP TABLE latchkey_schema; PRAGMA user_version = 1')
    database.close()
    for (let time = 0; time < 2; time++) {
      const store = await open()
      expect((await store.pending(query)).map((found) => found.message)).toEqual(['2'])
      await store.close()
    }
  })

  test('error: a file of a newer version stays unchanged', async () => {
    const { open, path } = setUp()
    await (await open()).close()
    const database = new Database(path)
    database.exec('UPDATE latchkey_schema SET version = 99')
    database.close()
    await expect(open()).rejects.toThrow(/newer version of the services \(schema 99, known is 1\)/)
  })
})
